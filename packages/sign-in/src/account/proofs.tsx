// The proofs of identity in the verification dialog.
import type { Address } from '@tessera/contract/experience';
import { useEffect, useState } from 'react';
import type { Problem } from '../api.ts';
import { showIdentifier } from '../identifier.ts';
import { Button } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Notice } from '../kit/notice.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { type AccountKey, useAccount } from './account-context.ts';
import { CodeForm, type SentCode, useCodes } from './code-form.tsx';
import { useSocialTrip } from './social-trip.ts';
import { useAction } from './use-action.ts';

export type Proof = { id: string; expiresAt: string };
type Props = { onProved: (proof: Proof) => void };

/** The dialog opens before its fields are there. */
const useDialogFocus = (isThere = true) => {
  useEffect(() => {
    if (isThere) document.querySelector<HTMLElement>('dialog.verify input')?.focus();
  }, [isThere]);
};

export const PasswordProof = ({ onProved }: Props) => {
  const { api, t } = useAccount();
  const { run, busy, message } = useAction();
  useDialogFocus();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: AccountKey }>({});
  const submit = () => {
    if (!password) return setErrors({ password: 'error.required' });
    return void run(
      async () => {
        const record = await api.call('POST', '/verifications/password', { body: { password } });
        onProved({ id: record.verificationRecordId, expiresAt: record.expiresAt });
      },
      { 'session.invalid_credentials': () => setErrors({ password: 'account.verify.wrong_password' }) },
    );
  };
  return (
    <Form errors={errors} action={t('account.verify.action')} busy={busy} message={message} onSubmit={submit}>
      <PasswordField
        name="current-password"
        autoComplete="current-password"
        value={password}
        error={errors.password && t(errors.password)}
        onChange={(value) => {
          setPassword(value);
          setErrors({});
        }}
      />
    </Form>
  );
};

export const PasskeyProof = ({ onProved }: Props) => {
  const { api, t } = useAccount();
  const { run, busy, message, tell } = useAction();
  const prove = () =>
    run(async () => {
      const { proveByPasskey, passkeyProblems } = await import('./passkeys.ts');
      await proveByPasskey(api).then(onProved, (problem: Problem) => {
        const known = passkeyProblems.find((key) => key === problem.code);
        if (!known) throw problem;
        tell(known);
      });
    });
  return (
    <>
      <Notice message={message} />
      <Button busy={busy} onClick={prove}>
        {t('mfa.use_passkey')}
      </Button>
    </>
  );
};

export const CodeProof = ({ address, onProved }: Props & { address: Address }) => {
  const { t } = useAccount();
  const work = useAction();
  const { send } = useCodes();
  const [sent, setSent] = useState<SentCode>();
  useDialogFocus(sent !== undefined);
  if (!sent) {
    return (
      <>
        <Notice message={work.message} />
        <p className="prose">{t('mfa.send_to', { address: `\u2068${showIdentifier(address)}\u2069` })}</p>
        <Button busy={work.busy} onClick={() => void work.run(async () => setSent(await send(address)))}>
          {t('action.send_code')}
        </Button>
      </>
    );
  }
  return (
    <CodeForm
      work={work}
      sent={sent}
      onResent={setSent}
      onAccepted={async () => onProved({ id: sent.recordId, expiresAt: sent.expiresAt })}
    >
      {(boxes, submit, errors) => (
        <Form
          errors={errors}
          action={t('account.verify.action')}
          busy={work.busy}
          message={work.message}
          onSubmit={submit}
        >
          {boxes}
        </Form>
      )}
    </CodeForm>
  );
};

export const SocialProof = ({ connectorId, name }: { connectorId: string; name: string }) => {
  const { t } = useAccount();
  const { run, busy, message } = useAction();
  const { leaveFor } = useSocialTrip();
  return (
    <>
      <Notice message={message} />
      <Button busy={busy} onClick={() => void run(() => leaveFor(connectorId, 'verify'))}>
        {t('elsewhere.continue_with', { name })}
      </Button>
    </>
  );
};
