// Password sign-in: the steps, and the page shown when the identifier was entered first.
import { IconMail, IconMessage2 } from '@tabler/icons-react';
import type { Identifier } from '@tessera/contract/experience';
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { isAddress } from '../identifier.ts';
import { Button } from '../kit/button.tsx';
import { Divider } from '../kit/fast-methods.tsx';
import { ForgotPasswordLink } from '../kit/forgot-password-link.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { KnownIdentifier } from '../kit/known-identifier.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { useApplication } from '../kit/use-application.ts';
import { useFlow } from '../kit/use-flow.ts';
import { waysOf } from '../sign-in-methods.ts';
import { useInteraction } from './interaction.ts';

export const usePasswordSignIn = (onWrongPassword: (error: TextKey) => void) => {
  const { api, store } = useApp();
  const { run, busy, message } = useFlow();
  const { start, finish } = useInteraction();
  const signIn = (identifier: Identifier, password: string) =>
    run(
      async () => {
        await start('SignIn');
        store.set('sign-in-method', 'password');
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
  const { name } = useApplication();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: TextKey }>({});
  const { signIn, run, busy, message } = usePasswordSignIn((error) => setErrors({ password: error }));
  const { startWithCode } = useInteraction();
  const CodeIcon = identifier.type === 'email' ? IconMail : IconMessage2;
  const submit = () => {
    if (password) signIn(identifier, password);
    else setErrors({ password: 'error.required' });
  };
  return (
    <>
      <Heading title={t('description.enter_password')} back="/sign-in">
        {name && t('description.sign_in_to', { name })}
      </Heading>
      <Form errors={errors} action={t('action.sign_in')} busy={busy} message={message} onSubmit={submit}>
        <KnownIdentifier identifier={identifier} start="/sign-in" />
        <PasswordField
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password && t(errors.password)}
          aside={<ForgotPasswordLink />}
          focus
          onChange={(value) => {
            setPassword(value);
            setErrors({});
          }}
        />
      </Form>
      {isAddress(identifier) && waysOf(settings, identifier.type).includes('code') && (
        <>
          <Divider />
          <Button
            kind="secondary"
            icon={<CodeIcon size={18} stroke={1.75} aria-hidden />}
            onClick={() => run(() => startWithCode('sign-in', identifier))}
          >
            {t(identifier.type === 'email' ? 'action.email_code' : 'action.text_code')}
          </Button>
        </>
      )}
    </>
  );
};
