// Sets up an authenticator app: the key as a QR code and as text, confirmed by a code.
import { useEffect, useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { AuthenticatorKey } from '../kit/authenticator-key.tsx';
import { CodeBoxes, noDigits } from '../kit/code-boxes.tsx';
import { Loading } from '../kit/loading.tsx';
import { useAccount } from './account-context.ts';
import { displayNameOf } from './display-name.ts';
import { EditForm } from './edit-form.tsx';
import { useAction } from './use-action.ts';

type Secret = { secret: string; secretQrCode: string };

export const AppForm = ({ onClose, onAdded }: { onClose: () => void; onAdded: () => Promise<void> }) => {
  const { isMobile } = useApp();
  const { api, account, t } = useAccount();
  const { run, runVerified, busy, message } = useAction();
  const [made, setMade] = useState<Secret>();
  const [digits, setDigits] = useState(noDigits);
  const [errors, setErrors] = useState<{ code?: TextKey }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, so that the key stays the same
  useEffect(() => {
    void run(async () => setMade(await api.call('POST', '/my-account/mfa-verifications/totp-secret/generate')));
  }, []);
  const submit = (code: string) =>
    made &&
    void runVerified(
      async (verificationId) => {
        await api.call('POST', '/my-account/mfa-verifications', {
          body: { type: 'Totp', secret: made.secret, code },
          verificationId,
        });
        await onAdded();
        onClose();
      },
      {
        'session.mfa.invalid_totp_code': () => {
          setDigits(noDigits);
          setErrors({ code: 'mfa.app_code_wrong' });
        },
      },
    );
  return (
    <EditForm
      errors={errors}
      action={t('account.action.set_up')}
      busy={busy}
      message={message}
      onSubmit={() => (digits.every(Boolean) ? submit(digits.join('')) : setErrors({ code: 'error.code_incomplete' }))}
      onCancel={onClose}
    >
      {made ? (
        <>
          <p className="prose">{t(isMobile ? 'mfa.app_text_phone' : 'mfa.app_text')}</p>
          <AuthenticatorKey {...made} account={displayNameOf(account)} />
          <CodeBoxes
            compact
            digits={digits}
            error={errors.code && t(errors.code)}
            busy={busy}
            onChange={(next) => {
              setDigits(next);
              setErrors({});
              if (next.every(Boolean)) submit(next.join(''));
            }}
          />
        </>
      ) : (
        busy && <Loading />
      )}
    </EditForm>
  );
};
