// Signing in with a password: the steps, and the page for it where the identifier was asked first.
import type { Identifier } from '@tessera/contract/experience';
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { KnownIdentifier } from '../kit/known-identifier.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useSubmission } from './submission.ts';

export const usePasswordSignIn = (onWrongPassword: (error: TextKey) => void) => {
  const { api } = useApp();
  const { run, busy, message } = useFlow();
  const submit = useSubmission();
  const signIn = (identifier: Identifier, password: string) =>
    run(
      async () => {
        await api('PUT', '/experience', { interactionEvent: 'SignIn' });
        const { verificationId } = await api('POST', '/experience/verification/password', { identifier, password });
        await api('POST', '/experience/identification', { verificationId });
        await submit();
      },
      { 'session.invalid_credentials': () => onWrongPassword('error.incorrect_credentials') },
    );
  return { signIn, busy, message };
};

export const PasswordSignIn = () => {
  const { store } = useApp();
  const identifier = store.get('identifier-input-value');
  return identifier ? <PasswordForm identifier={identifier} /> : null;
};

const PasswordForm = ({ identifier }: { identifier: Identifier }) => {
  const { t } = useApp();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: TextKey }>({});
  const { signIn, busy, message } = usePasswordSignIn((error) => setErrors({ password: error }));
  const submit = () => {
    if (password) signIn(identifier, password);
    else setErrors({ password: 'error.required' });
  };
  return (
    <>
      <Heading title={t('description.enter_password')} />
      <Form errors={errors} action={t('action.sign_in')} busy={busy} message={message} onSubmit={submit}>
        <KnownIdentifier identifier={identifier} start="/sign-in" />
        <PasswordField
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password && t(errors.password)}
          focus
          onChange={(value) => {
            setPassword(value);
            setErrors({});
          }}
        />
      </Form>
    </>
  );
};
