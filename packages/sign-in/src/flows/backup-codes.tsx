// New backup codes: shown once, to copy, download or print.
import { IconLifebuoy, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { NewCodes } from '../kit/new-codes.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useLateFocus } from '../kit/use-late-focus.ts';
import { useInteraction } from './interaction.ts';

export const NewBackupCodes = () => {
  const { api, t } = useApp();
  const { run, busy, message } = useFlow();
  const { submit } = useInteraction();
  const [made, setMade] = useState<{ verificationId: string; codes: string[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page is first shown
  useEffect(() => {
    run(async () => setMade(await api('POST', '/experience/verification/backup-code/generate')));
  }, []);
  useLateFocus(made !== undefined);
  const goOn = () =>
    made &&
    run(async () => {
      await api('POST', '/experience/profile/mfa', { type: 'BackupCode', verificationId: made.verificationId });
      await submit();
    });
  return (
    <>
      <Heading title={t('mfa.backup_title')} icon={IconLifebuoy}>
        {t('mfa.backup_text')}
      </Heading>
      <Notice message={message} />
      {made ? (
        <>
          <NewCodes codes={made.codes}>
            <Button
              kind="secondary"
              icon={<IconPrinter size={16} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('mfa.print_codes')}
            </Button>
          </NewCodes>
          <Button busy={busy} data-focus onClick={goOn}>
            {t('mfa.codes_kept')}
          </Button>
          <p className="aside">{t('mfa.shown_once')}</p>
        </>
      ) : (
        busy && <Loading />
      )}
    </>
  );
};
