// The first page of signing in: the identifier, with the password beside it where there is no other way in.
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { nameKinds, readIdentifier, showIdentifier } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { IdentifierField } from '../kit/identifier-field.tsx';
import { Notice } from '../kit/notice.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { useTerms } from '../kit/terms.tsx';
import { canRegisterUsername, isPasswordOnly, mayRegister, passwordIdentifiers } from '../sign-in-methods.ts';
import { usePasswordSignIn } from './password-sign-in.tsx';

export const SignIn = () => {
  const { settings, t } = useApp();
  const { displayName } = settings;
  const possible = passwordIdentifiers(settings).length > 0;
  return (
    <>
      <Heading title={displayName ? t('description.sign_in_to', { name: displayName }) : t('description.sign_in')} />
      {possible ? <IdentifierForm /> : <Notice message={{ text: t('error.no_sign_in_method') }} />}
      {mayRegister(settings) && canRegisterUsername(settings) && (
        <p className="aside">
          {t('description.no_account')} <PageLink to="/register">{t('action.create_account')}</PageLink>
        </p>
      )}
    </>
  );
};

/** What the person typed before, else what the application knows of them. */
const useInitialIdentifier = () => {
  const { store } = useApp();
  const [initial] = useState(() => {
    const stored = store.get('identifier-input-value');
    return stored ? showIdentifier(stored) : (new URLSearchParams(location.search).get('login_hint') ?? '');
  });
  return initial;
};

type Errors = { identifier?: TextKey; password?: TextKey };

const IdentifierForm = () => {
  const { settings, store, go, t, language } = useApp();
  const initial = useInitialIdentifier();
  const [text, setText] = useState(initial);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { signIn, busy, message } = usePasswordSignIn((error) => setErrors({ password: error }));
  const terms = useTerms('SignIn');
  const kinds = passwordIdentifiers(settings);
  const inline = isPasswordOnly(settings);

  const submit = async () => {
    const identifier = readIdentifier(text, kinds);
    const found: Errors = {
      ...(!identifier && { identifier: text.trim() ? 'error.invalid_identifier' : 'error.required' }),
      ...(inline && !password && { password: 'error.required' }),
    };
    setErrors(found);
    if (!identifier || found.password || !(await terms.ensure())) return;
    store.set('identifier-input-value', identifier);
    if (inline) await signIn(identifier, password);
    else go('/sign-in/password');
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
        kinds={kinds}
        value={text}
        error={errors.identifier && t(errors.identifier, { identifier: nameKinds(kinds, t, language) })}
        focus={!(inline && initial)}
        onChange={(value) => {
          setText(value);
          setErrors({});
        }}
      />
      {inline && (
        <PasswordField
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password && t(errors.password)}
          focus={initial !== ''}
          onChange={(value) => {
            setPassword(value);
            setErrors({});
          }}
        />
      )}
      {terms.element}
    </Form>
  );
};
