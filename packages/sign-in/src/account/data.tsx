// Exports the user's data, and deletes the account.
import { download } from '../download.ts';
import { Notice } from '../kit/notice.tsx';
import { useAccount } from './account-context.ts';
import { useConfirm } from './confirm.tsx';
import { Card, Row, Rows, SmallButton, Tile } from './parts.tsx';
import { Section } from './section.tsx';
import { useAction } from './use-action.ts';

export const Data = () => {
  const { center } = useAccount();
  return (
    <Section name="data">
      {center.allowsExport && <ExportCard />}
      {center.allowsDeletion && <DeletionCard />}
    </Section>
  );
};

const ExportCard = () => {
  const { api, say, t } = useAccount();
  const { runVerified, busy, message } = useAction();
  const save = () =>
    void runVerified(async (verificationId) => {
      const data = await api.call('GET', '/my-account/export', { verificationId });
      const day = new Date(data.exportedAt).toISOString().slice(0, 10);
      download(`account-${day}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
      say('account.data.exported');
    });
  return (
    <Card>
      <Rows>
        <Row
          picture={<Tile icon="download" />}
          title={t('account.data.export')}
          detail={t('account.data.export_text')}
          action={
            <SmallButton busy={busy} onClick={save}>
              {t('account.data.export_action')}
            </SmallButton>
          }
        >
          <Notice message={message} />
        </Row>
      </Rows>
    </Card>
  );
};

const DeletionCard = () => {
  const { api, page, t } = useAccount();
  const { runVerified, busy, message } = useAction();
  const { confirm, dialog } = useConfirm();
  const remove = async () => {
    const isSure = await confirm({
      title: t('account.data.delete_title'),
      action: t('account.data.delete_action'),
      text: t('account.data.delete_warning'),
    });
    if (!isSure) return;
    await runVerified(async (verificationId) => {
      await api.call('DELETE', '/my-account', { verificationId });
      location.replace(`${page.base}/account/deleted`);
    });
  };
  return (
    <Card>
      <Rows>
        <Row
          picture={<Tile icon="trash" tone="muted" />}
          title={t('account.data.delete')}
          detail={t('account.data.delete_text')}
          action={
            <SmallButton isDangerous busy={busy} onClick={() => void remove()}>
              {t('account.data.delete_action')}
            </SmallButton>
          }
        >
          <Notice message={message} />
        </Row>
      </Rows>
      {dialog}
    </Card>
  );
};
