// Signing in with a password: the steps, and the page for it where the identifier was asked first.
import type { Identifier } from '@tessera/contract/experience';
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { isAddress } from '../identifier.ts';
import { TextButton } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { KnownIdentifier } from '../kit/known-identifier.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { waysOf } from '../sign-in-methods.ts';
import { ForgotPasswordLink } from './forgot-password.tsx';
import { useInteraction } from './interaction.ts';

export const usePasswordSignIn = (onWrongPassword: (error: TextKey) => void) => {
  const { api } = useApp();
  const { run, busy, message } = useFlow();
  const { start, finish } = useInteraction();
  const signIn = (identifier: Identifier, password: string) =>
    run(
      async () => {
        await start('SignIn');
        const { verificationId } = await api('POST', '/experience/verification/password', { identifier, password });
        await finish(verificationId);
      },
      { 'session.invalid_credentials': () => onWrongPassword('error.incorrect_credentials') },
    );
  return { signIn, run, busy, message };
};

export const PasswordSignIn = () => {
  const { store } = useApp();
  const identifier = store.get('identifier-input-value');
  return identifier ? <PasswordForm identifier={identifier} /> : null;
};

const PasswordForm = ({ identifier }: { identifier: Identifier }) => {
  const { settings, t } = useApp();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: TextKey }>({});
  const { signIn, run, busy, message } = usePasswordSignIn((error) => setErrors({ password: error }));
  const { startWithCode } = useInteraction();
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
        <ForgotPasswordLink />
      </Form>
      {isAddress(identifier) && waysOf(settings, identifier.type).includes('code') && (
        <p className="aside">
          <TextButton onClick={() => run(() => startWithCode('sign-in', identifier))}>
            {t('action.use_code')}
          </TextButton>
        </p>
      )}
    </>
  );
};
