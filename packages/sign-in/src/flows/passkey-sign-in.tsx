// Sign-in with a passkey alone: a button, and suggestions in the identifier field.
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import type { Settings } from '../boot/page.ts';
import { FastButton } from '../kit/fast-methods.tsx';
import { Notice } from '../kit/notice.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { loadPart } from '../new-release.ts';
import { useInteraction } from './interaction.ts';
import { supportsAutofill, supportsPasskeys } from './passkey-support.ts';

const path = '/experience/verification/sign-in-passkey/authentication';

export const hasPasskeyButton = ({ passkeySignIn: { enabled, showPasskeyButton } }: Settings) =>
  enabled && showPasskeyButton && supportsPasskeys();
export const hasPasskeyAutofill = ({ passkeySignIn: { enabled, allowAutofill } }: Settings) => enabled && allowAutofill;

const usePasskeyRequests = () => {
  const app = useApp();
  const turn = useRef(0);
  const asking = useRef<Promise<unknown>>(Promise.resolve());

  const load = () => loadPart(app, () => import('./passkey-ceremonies.ts'));
  /** Resolves to `undefined` if another request has begun meanwhile: there is one challenge, and one prompt. */
  const ask = async (where: 'dialog' | 'field') => {
    turn.current += 1;
    const own = turn.current;
    const options = asking.current.catch(() => undefined).then(() => app.api('POST', path));
    asking.current = options;
    const [{ requestPasskey }, { authenticationOptions }] = await Promise.all([load(), options]);
    return turn.current === own ? requestPasskey(authenticationOptions, where) : undefined;
  };
  const cancel = () => {
    turn.current += 1;
    load().then(
      ({ cancelRequest }) => cancelRequest(),
      () => undefined,
    );
  };
  return { load, ask, cancel };
};

const said: Record<string, TextKey> = {
  'mfa.passkey_cancelled': 'mfa.passkey_cancelled',
  'mfa.passkey_failed': 'mfa.passkey_failed',
  'session.mfa.webauthn_verification_failed': 'passkey.not_accepted',
  'session.mfa.pending_info_not_found': 'passkey.expired',
};

type Payload = Awaited<ReturnType<ReturnType<typeof usePasskeyRequests>['ask']>>;
type Props = { hasButton: boolean; hasAutofill: boolean };

export const PasskeySignIn = ({ hasButton, hasAutofill }: Props) => {
  const { api, page, store, t } = useApp();
  const { run, busy, message, tell } = useFlow();
  const { start, finish } = useInteraction();
  const terms = useTerms('SignIn');
  const { load, ask, cancel } = usePasskeyRequests();
  // The field offers passkeys again after every attempt.
  const [attempts, setAttempts] = useState(0);

  const enter = async (payload: Payload) => {
    if (!payload || !(await terms.ensure())) return;
    await start('SignIn');
    store.set('sign-in-method', 'passkey');
    const { verificationId } = await api('POST', `${path}/verify`, { payload });
    await finish(verificationId);
  };
  const attempt = async (steps: () => Promise<void>) => {
    const expected = Object.entries(said).map(([code, key]) => [code, () => tell({ key })]);
    await run(steps, Object.fromEntries(expected));
    setAttempts((count) => count + 1);
  };
  // A suggestion may be chosen much later, when the terms were agreed to.
  const choose = useRef((_: Payload) => Promise.resolve());
  choose.current = (payload) => attempt(() => enter(payload));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, and again after each attempt
  useEffect(() => {
    if (page.injected?.preview) return undefined;
    let isGone = false;
    const suggest = async () => {
      await load();
      if (!hasAutofill || !(await supportsAutofill()) || isGone) return;
      const payload = await ask('field');
      if (payload && !isGone) await choose.current(payload);
    };
    // The field works without suggestions, so nothing is said about a failure.
    suggest().catch(() => undefined);
    return () => {
      isGone = true;
      cancel();
    };
  }, [attempts]);

  return (
    <>
      <Notice message={message} />
      {hasButton && (
        <FastButton
          icon={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          busy={busy}
          method="passkey"
          onClick={() => attempt(async () => enter(await ask('dialog')))}
        >
          {t('passkey.sign_in')}
        </FastButton>
      )}
      {terms.dialog}
    </>
  );
};
