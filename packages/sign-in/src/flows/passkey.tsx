// Passkey registration and verification. The browser shows the prompt; this page starts it and reports the result.
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { backOf } from './factor-demand.ts';
import { OtherWays, useDemand } from './factor-frame.tsx';
import { useInteraction } from './interaction.ts';
import { PasskeyBenefits } from './passkey-benefits.tsx';
import { createPasskey, requestPasskey } from './passkey-ceremonies.ts';

type Props = Record<'title' | 'text' | 'action', TextKey> & {
  steps: () => Promise<void>;
  about?: ReactNode;
  back?: string | undefined;
  /** Other ways to continue. */
  children: (run: ReturnType<typeof useFlow>['run']) => ReactNode;
};

export const Passkey = ({ title, text, action, steps, about, back, children }: Props) => {
  const { t } = useApp();
  const { run, busy, message, tell } = useFlow();
  const { submit } = useInteraction();
  // The passkey is verified only once; later steps can be retried.
  const done = useRef(false);
  const said = (key: TextKey) => () => tell({ key });
  const start = () =>
    run(
      async () => {
        if (!done.current) await steps();
        done.current = true;
        await submit();
      },
      {
        'mfa.passkey_cancelled': said('mfa.passkey_cancelled'),
        'mfa.passkey_exists': said('mfa.passkey_exists'),
        'mfa.passkey_failed': said('mfa.passkey_failed'),
        'session.mfa.webauthn_verification_failed': said('mfa.passkey_failed'),
        'session.mfa.webauthn_verification_not_found': said('mfa.passkey_failed'),
        'session.mfa.pending_info_not_found': said('mfa.passkey_failed'),
      },
    );
  return (
    <>
      <Heading title={t(title)} icon={IconFingerprint} back={back}>
        {t(text)}
      </Heading>
      {about}
      <Notice message={message} />
      <Button busy={busy} data-focus onClick={start}>
        {t(action)}
      </Button>
      {children(run)}
    </>
  );
};

export const ShowPasskey = () => {
  const { api } = useApp();
  const show = async () => {
    const path = '/experience/verification/web-authn/authentication';
    const { verificationId, authenticationOptions } = await api('POST', path);
    await api('POST', `${path}/verify`, { verificationId, payload: await requestPasskey(authenticationOptions) });
  };
  return (
    <Passkey
      title="mfa.factor.WebAuthn"
      text="mfa.show.WebAuthn"
      action="mfa.use_passkey"
      steps={show}
      back={backOf(useDemand())}
    >
      {(run) => <OtherWays run={run} />}
    </Passkey>
  );
};

/** The steps that create a passkey and add it to the account. */
export const useNewPasskey = () => {
  const { api } = useApp();
  return async () => {
    const path = '/experience/verification/web-authn/registration';
    const { verificationId, registrationOptions } = await api('POST', path);
    await api('POST', `${path}/verify`, { verificationId, payload: await createPasskey(registrationOptions) });
    await api('POST', '/experience/profile/mfa', { type: 'WebAuthn', verificationId });
  };
};

export const NewPasskey = () => (
  <Passkey
    title="mfa.passkey_title"
    text="mfa.set_up.WebAuthn"
    action="mfa.create_passkey"
    steps={useNewPasskey()}
    about={<PasskeyBenefits />}
    back={backOf(useDemand())}
  >
    {(run) => <OtherWays run={run} />}
  </Passkey>
);
