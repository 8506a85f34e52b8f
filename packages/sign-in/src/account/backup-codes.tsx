// Backup codes: generated and shown once, stored when the user has saved them.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import { useRef, useState } from 'react';
import { NewCodes } from '../kit/new-codes.tsx';
import { Notice } from '../kit/notice.tsx';
import { isEditable, useAccount } from './account-context.ts';
import { EditForm } from './edit-form.tsx';
import { Row, SmallButton, Tile } from './parts.tsx';
import { useAction } from './use-action.ts';

type Props = { codes: MfaVerification | undefined; isOffered: boolean; onChange: () => Promise<void> };

export const BackupCodes = ({ codes, isOffered, onChange }: Props) => {
  const { api, center, verify, t } = useAccount();
  const { run, busy, message } = useAction();
  const [made, setMade] = useState<string[]>();
  const left = codes?.remainCodes ?? 0;
  const generate = async () => {
    if (!(await verify())) return;
    await run(async () => {
      const path = '/my-account/mfa-verifications/backup-codes/generate';
      setMade((await api.call('POST', path)).codes);
    });
  };
  return (
    <Row
      picture={<Tile icon="lifebuoy" tone={left > 0 ? 'brand' : 'muted'} />}
      title={t('account.codes.title')}
      detail={codes ? t('account.codes.left', { count: left }) : t('mfa.set_up.BackupCode')}
      action={
        isEditable(center, 'mfa') &&
        isOffered &&
        !made && (
          <SmallButton busy={busy} onClick={() => void generate()}>
            {t(codes ? 'account.codes.replace' : 'account.codes.generate')}
          </SmallButton>
        )
      }
    >
      <Notice message={message} />
      {made && <CodesForm made={made} old={codes} onChange={onChange} onClose={() => setMade(undefined)} />}
    </Row>
  );
};

type FormProps = {
  made: string[];
  old: MfaVerification | undefined;
  onChange: () => Promise<void>;
  onClose: () => void;
};

const CodesForm = ({ made, old, onChange, onClose }: FormProps) => {
  const { api, say, t } = useAccount();
  const { runVerified, busy, message } = useAction();
  // If storing fails, it is retried without removing the old codes again.
  const isRemoved = useRef(old === undefined);
  const store = () =>
    void runVerified(async (verificationId) => {
      if (old && !isRemoved.current) {
        const params = { verificationId: old.id };
        await api.call('DELETE', '/my-account/mfa-verifications/:verificationId', { params, verificationId });
        isRemoved.current = true;
      }
      await api.call('POST', '/my-account/mfa-verifications', {
        body: { type: 'BackupCode', codes: made },
        verificationId,
      });
      await onChange();
      say('account.codes.saved');
      onClose();
    });
  return (
    <EditForm action={t('mfa.codes_kept')} busy={busy} message={message} onSubmit={store} onCancel={onClose}>
      <p className="prose">{t('mfa.backup_text')}</p>
      <NewCodes codes={made} />
    </EditForm>
  );
};
