// Asks for proof of identity before a sensitive change: password, passkey, code or linked account.
import { useEffect, useId, useRef, useState } from 'react';
import { Button, TextButton } from '../kit/button.tsx';
import { Loading } from '../kit/loading.tsx';
import { nameOf, socialConnectors } from '../social-connectors.ts';
import { isVisible, useAccount } from './account-context.ts';
import { CodeProof, PasskeyProof, PasswordProof, type Proof, SocialProof } from './proofs.tsx';
import { useLoaded } from './use-loaded.ts';

type Method =
  | { kind: 'password' | 'passkey' }
  | { kind: 'email' | 'phone'; address: string }
  | { kind: 'social'; connectorId: string; name: string };

/** What the account has, in the order of effort. */
const useMethods = () => {
  const { account, api, center, settings, language } = useAccount();
  return useLoaded(async (): Promise<Method[]> => {
    const factors = isVisible(center, 'mfa') ? await api.call('GET', '/my-account/mfa-verifications') : [];
    const linked = socialConnectors(settings).filter(({ target }) => Object.hasOwn(account.identities ?? {}, target));
    return [
      // Unknown if the tenant hides it, so it is offered.
      ...(account.hasPassword === false ? [] : [{ kind: 'password' } as const]),
      ...(factors.some(({ type }) => type === 'WebAuthn') ? [{ kind: 'passkey' } as const] : []),
      ...(account.primaryEmail ? [{ kind: 'email', address: account.primaryEmail } as const] : []),
      ...(account.primaryPhone ? [{ kind: 'phone', address: account.primaryPhone } as const] : []),
      ...linked.map((connector) => ({
        kind: 'social' as const,
        connectorId: connector.id,
        name: nameOf(connector, language),
      })),
    ];
  });
};

export const VerifyDialog = ({ onDone }: { onDone: (proof: Proof | undefined) => void }) => {
  const { t } = useAccount();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const proof = useRef<Proof>(undefined);
  const methods = useMethods();
  const [chosen, setChosen] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  // Closed natively, so that the focus returns to the opener.
  const prove = (given: Proof) => {
    proof.current = given;
    dialog.current?.close();
  };
  const method = methods.data?.[chosen];
  const nameOfMethod = (one: Method) =>
    one.kind === 'social' ? t('elsewhere.continue_with', { name: one.name }) : t(`account.verify.use_${one.kind}`);
  return (
    <dialog
      ref={dialog}
      className="dialog verify"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => onDone(proof.current)}
    >
      <h2 id={`${id}-title`}>{t('mfa.show_title')}</h2>
      <p id={`${id}-text`}>{t(methods.data?.length === 0 ? 'account.verify.impossible' : 'account.verify.text')}</p>
      {!methods.data && !methods.failed && <Loading />}
      {methods.failed && <p className="notice">{methods.failed}</p>}
      {method?.kind === 'password' && <PasswordProof onProved={prove} />}
      {method?.kind === 'passkey' && <PasskeyProof onProved={prove} />}
      {(method?.kind === 'email' || method?.kind === 'phone') && (
        <CodeProof key={method.kind} address={{ type: method.kind, value: method.address }} onProved={prove} />
      )}
      {method?.kind === 'social' && (
        <SocialProof key={method.connectorId} connectorId={method.connectorId} name={method.name} />
      )}
      <div className="verify-others">
        {methods.data?.map(
          (one, index) =>
            index !== chosen && (
              <TextButton key={nameOfMethod(one)} onClick={() => setChosen(index)}>
                {nameOfMethod(one)}
              </TextButton>
            ),
        )}
      </div>
      <Button kind="secondary" onClick={() => dialog.current?.close()}>
        {t('action.cancel')}
      </Button>
    </dialog>
  );
};
