// Passkeys: making one, and signing in with one. The browser asks the person; this page starts it and says how it ended.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { useRef } from 'react';
import { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { OtherWays } from './factor-frame.tsx';
import { useInteraction } from './interaction.ts';

const reasons: Record<string, TextKey> = {
  NotAllowedError: 'mfa.passkey_cancelled',
  AbortError: 'mfa.passkey_cancelled',
  InvalidStateError: 'mfa.passkey_exists',
};
/** What the browser says is meant for developers; people are told what they can do. */
const asked = async <T,>(ask: Promise<T>): Promise<T> => {
  try {
    return await ask;
  } catch (error) {
    throw new Problem(reasons[error instanceof Error ? error.name : ''] ?? 'mfa.passkey_failed', '');
  }
};

const Passkey = ({
  title,
  text,
  action,
  steps,
}: Record<'title' | 'text' | 'action', TextKey> & { steps: () => Promise<void> }) => {
  const { t } = useApp();
  const { run, busy, message, tell } = useFlow();
  const { submit } = useInteraction();
  // Asked once; what comes after it can be tried again.
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
      <Heading title={t(title)}>
        <p className="prose">{t(text)}</p>
      </Heading>
      <Notice message={message} />
      <Button busy={busy} data-focus onClick={start}>
        {t(action)}
      </Button>
      <OtherWays run={run} />
    </>
  );
};

export const ShowPasskey = () => {
  const { api } = useApp();
  const show = async () => {
    const path = '/experience/verification/web-authn/authentication';
    const { verificationId, authenticationOptions: optionsJSON } = await api('POST', path);
    type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const answer = await asked(startAuthentication({ optionsJSON: optionsJSON as Options }));
    await api('POST', `${path}/verify`, { verificationId, payload: { ...answer, type: 'WebAuthn' } as never });
  };
  return <Passkey title="mfa.factor.WebAuthn" text="mfa.show.WebAuthn" action="mfa.use_passkey" steps={show} />;
};

export const NewPasskey = () => {
  const { api } = useApp();
  const make = async () => {
    const path = '/experience/verification/web-authn/registration';
    const { verificationId, registrationOptions: optionsJSON } = await api('POST', path);
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
    const answer = await asked(startRegistration({ optionsJSON: optionsJSON as Options }));
    await api('POST', `${path}/verify`, { verificationId, payload: { ...answer, type: 'WebAuthn' } as never });
    await api('POST', '/experience/profile/mfa', { type: 'WebAuthn', verificationId });
  };
  return <Passkey title="mfa.passkey_title" text="mfa.set_up.WebAuthn" action="mfa.create_passkey" steps={make} />;
};
