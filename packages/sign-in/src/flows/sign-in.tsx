// The first page of signing in: the identifier, with the password beside it where there is no other way in.
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { isAddress, nameKinds } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { IdentifierField, useIdentifier } from '../kit/identifier-field.tsx';
import { News, Notice } from '../kit/notice.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { useTerms } from '../kit/terms.tsx';
import { isPasswordOnly, mayRegister, registrationIdentifiers, signInIdentifiers, waysOf } from '../sign-in-methods.ts';
import { ForgotPasswordLink } from './forgot-password.tsx';
import { useInteraction } from './interaction.ts';
import { usePasswordSignIn } from './password-sign-in.tsx';

export const SignIn = () => {
  const { settings, t } = useApp();
  const { displayName } = settings;
  const possible = signInIdentifiers(settings).length > 0;
  return (
    <>
      <Heading title={displayName ? t('description.sign_in_to', { name: displayName }) : t('description.sign_in')} />
      <News />
      {possible ? <SignInForm /> : <Notice message={{ text: t('error.no_sign_in_method') }} />}
      {mayRegister(settings) && registrationIdentifiers(settings).length > 0 && (
        <p className="aside">
          {t('description.no_account')} <PageLink to="/register">{t('action.create_account')}</PageLink>
        </p>
      )}
    </>
  );
};

type Errors = { identifier?: TextKey; password?: TextKey };

const SignInForm = () => {
  const { settings, store, go, t, language } = useApp();
  const kinds = signInIdentifiers(settings);
  // What the person typed before, else what the application knows of them.
  const hint = new URLSearchParams(location.search).get('login_hint') ?? '';
  const input = useIdentifier(kinds, store.get('identifier-input-value'), hint);
  const [prefilled] = useState(input.text !== '');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { signIn, run, busy, message } = usePasswordSignIn((error) => setErrors({ password: error }));
  const { startWithCode } = useInteraction();
  const terms = useTerms('SignIn');
  const inline = isPasswordOnly(settings);

  const submit = async () => {
    const { identifier, text } = input;
    const found: Errors = {
      ...(!identifier && { identifier: text.trim() ? 'error.invalid_identifier' : 'error.required' }),
      ...(inline && !password && { password: 'error.required' }),
    };
    setErrors(found);
    if (!identifier || found.password || !(await terms.ensure())) return;
    store.set('identifier-input-value', identifier);
    if (inline) await signIn(identifier, password);
    else if (isAddress(identifier) && waysOf(settings, identifier.type)[0] === 'code') {
      await run(() => startWithCode('sign-in', identifier));
    } else go('/sign-in/password');
  };

  return (
    <Form
      errors={errors}
      action={t(inline ? 'action.sign_in' : 'action.continue')}
      busy={busy}
      message={message}
      onSubmit={submit}
    >
      <IdentifierField
        input={input}
        error={errors.identifier && t(errors.identifier, { identifier: nameKinds(kinds, t, language) })}
        focus={!(inline && prefilled)}
        onChange={() => setErrors({})}
      />
      {inline && (
        <>
          <PasswordField
            name="password"
            autoComplete="current-password"
            value={password}
            error={errors.password && t(errors.password)}
            focus={prefilled}
            onChange={(value) => {
              setPassword(value);
              setErrors({});
            }}
          />
          <ForgotPasswordLink />
        </>
      )}
      {terms.element}
    </Form>
  );
};
