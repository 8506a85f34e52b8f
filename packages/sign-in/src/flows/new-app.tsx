// Setting up an authenticator app: its secret as a picture and as text, and a code as proof that the app has it.
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useLateFocus } from '../kit/use-late-focus.ts';
import { CopyButton } from './copy-button.tsx';
import { OtherWays } from './factor-frame.tsx';
import { useInteraction } from './interaction.ts';
import { SixDigits } from './six-digits.tsx';

type Secret = { verificationId: string; secret: string; secretQrCode: string };

export const NewApp = () => {
  const { api, t } = useApp();
  const work = useFlow();
  const { submit } = useInteraction();
  const [made, setMade] = useState<Secret>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is first shown
  useEffect(() => {
    work.run(async () => setMade(await api('POST', '/experience/verification/totp/secret')));
  }, []);
  useLateFocus(made !== undefined);
  return (
    <>
      <Heading title={t('mfa.app_title')}>
        <p className="prose">{t('mfa.app_text')}</p>
      </Heading>
      {made ? (
        <SixDigits
          work={work}
          verify={(code) =>
            api('POST', '/experience/verification/totp/verify', { code, verificationId: made.verificationId })
          }
          goOn={async () => {
            await api('POST', '/experience/profile/mfa', { type: 'Totp', verificationId: made.verificationId });
            await submit();
          }}
        >
          <div className="secret">
            <img src={made.secretQrCode} alt={t('mfa.qr_code')} width={180} height={180} />
            <p className="hint">{t('mfa.secret_text')}</p>
            <code dir="ltr">{made.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={made.secret} label={t('mfa.copy_secret')} />
          </div>
        </SixDigits>
      ) : (
        <>
          <Notice message={work.message} />
          {work.busy && <Loading />}
        </>
      )}
      <OtherWays run={work.run} />
    </>
  );
};
