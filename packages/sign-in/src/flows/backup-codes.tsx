// New backup codes: shown once, to be copied or kept as a file before going on.
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useLateFocus } from '../kit/use-late-focus.ts';
import { CopyButton } from './copy-button.tsx';
import { useInteraction } from './interaction.ts';

const download = (name: string, text: string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

export const NewBackupCodes = () => {
  const { api, t } = useApp();
  const { run, busy, message } = useFlow();
  const { submit } = useInteraction();
  const [made, setMade] = useState<{ verificationId: string; codes: string[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is first shown
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
  const text = `${made?.codes.join('\n') ?? ''}\n`;
  return (
    <>
      <Heading title={t('mfa.backup_title')}>
        <p className="prose">{t('mfa.backup_text')}</p>
      </Heading>
      <Notice message={message} />
      {made ? (
        <>
          <ul className="codes" dir="ltr">
            {made.codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <div className="keep">
            <CopyButton text={text} label={t('mfa.copy_codes')} />
            <Button kind="secondary" onClick={() => download('backup-codes.txt', text)}>
              {t('mfa.download_codes')}
            </Button>
          </div>
          <Button busy={busy} data-focus onClick={goOn}>
            {t('mfa.codes_kept')}
          </Button>
        </>
      ) : (
        busy && <Loading />
      )}
    </>
  );
};
