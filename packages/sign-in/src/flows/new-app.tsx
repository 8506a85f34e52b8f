// Sets up an authenticator app: its key, and a code to verify it.
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { AuthenticatorKey } from '../kit/authenticator-key.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useLateFocus } from '../kit/use-late-focus.ts';
import { backOf } from './factor-demand.ts';
import { OtherWays, useDemand } from './factor-frame.tsx';
import { useInteraction } from './interaction.ts';
import { SixDigits } from './six-digits.tsx';

type Secret = { verificationId: string; secret: string; secretQrCode: string };

export const NewApp = () => {
  const { api, isMobile, store, t } = useApp();
  const work = useFlow();
  const { submit } = useInteraction();
  const demand = useDemand();
  const [made, setMade] = useState<Secret>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page is first shown
  useEffect(() => {
    work.run(async () => setMade(await api('POST', '/experience/verification/totp/secret')));
  }, []);
  useLateFocus(made !== undefined);
  return (
    <>
      <Heading title={t('mfa.app_title')} back={backOf(demand)} picture={null}>
        {t(isMobile ? 'mfa.app_text_phone' : 'mfa.app_text')}
      </Heading>
      {made ? (
        <SixDigits
          work={work}
          compact
          verify={(code) =>
            api('POST', '/experience/verification/totp/verify', { code, verificationId: made.verificationId })
          }
          goOn={async () => {
            await api('POST', '/experience/profile/mfa', { type: 'Totp', verificationId: made.verificationId });
            await submit();
          }}
        >
          <AuthenticatorKey {...made} account={store.get('identifier-input-value')?.value ?? ''} />
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
