// Creating an account with a username and a password.
import { checkPassword, type PasswordIssue } from '@tessera/contract/check-password';
import { useState } from 'react';
import type { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { capitalize, isUsername } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { KnownIdentifier } from '../kit/known-identifier.tsx';
import { Notice } from '../kit/notice.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { isAlwaysShown, issueText, PasswordRules } from '../kit/password-rules.tsx';
import { useTerms } from '../kit/terms.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { canRegisterUsername, canSignIn } from '../sign-in-methods.ts';
import { useSubmission } from './submission.ts';

export const RegisterUsername = () => {
  const { settings, t } = useApp();
  const { displayName } = settings;
  const title = displayName
    ? t('description.create_account_for', { name: displayName })
    : t('description.create_account');
  return (
    <>
      <Heading title={title} />
      {canRegisterUsername(settings) ? (
        <UsernameForm />
      ) : (
        <Notice message={{ text: t('error.no_registration_method') }} />
      )}
      {canSignIn(settings) && (
        <p className="aside">
          {t('description.has_account')} <PageLink to="/sign-in">{t('action.sign_in')}</PageLink>
        </p>
      )}
    </>
  );
};

const UsernameForm = () => {
  const { api, store, go, t, language } = useApp();
  const { run, busy, message } = useFlow();
  const terms = useTerms('Register');
  const [username, setUsername] = useState(() => {
    const stored = store.get('identifier-input-value');
    return stored?.type === 'username' ? stored.value : '';
  });
  const [errors, setErrors] = useState<{ username?: TextKey }>({});

  const register = () =>
    run(
      async () => {
        await api('PUT', '/experience', { interactionEvent: 'Register' });
        await api('POST', '/experience/profile', { type: 'username', value: username });
        store.set('identifier-input-value', { type: 'username', value: username });
        go('/register/password');
      },
      { 'user.username_already_in_use': () => setErrors({ username: 'error.username_taken' }) },
    );
  const submit = async () => {
    const error = username ? !isUsername(username) && 'error.invalid_username' : 'error.required';
    setErrors(error ? { username: error } : {});
    if (!error && (await terms.ensure())) await register();
  };

  return (
    <Form errors={errors} action={t('action.create_account')} busy={busy} message={message} onSubmit={submit}>
      <TextField
        label={capitalize(t('list.username'), language)}
        name="username"
        autoComplete="username"
        dir="ltr"
        maxLength={128}
        value={username}
        error={errors.username && t(errors.username)}
        hint={username && !isUsername(username) ? t('input.username_hint') : undefined}
        focus
        onChange={(value) => {
          setUsername(value);
          setErrors({});
        }}
      />
      {terms.element}
    </Form>
  );
};

export const RegisterPassword = () => {
  const { store, t } = useApp();
  const identifier = store.get('identifier-input-value');
  if (identifier?.type !== 'username') return null;
  return (
    <>
      <Heading title={t('description.choose_password')} />
      <NewPasswordForm username={identifier.value} />
    </>
  );
};

/** A password that was refused, and why; typing another one makes it history. */
type Refusal = { password: string; issues: readonly PasswordIssue[] };

const NewPasswordForm = ({ username }: { username: string }) => {
  const { api, settings, t } = useApp();
  const { run, busy, message } = useFlow();
  const submission = useSubmission();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: TextKey }>({});
  const [refusal, setRefusal] = useState<Refusal>();

  const issues = checkPassword(password, settings.passwordPolicy, { username });
  const refuse = (reasons: readonly PasswordIssue[]) => {
    setRefusal({ password, issues: reasons });
    setErrors({ password: 'error.password_rejected.summary' });
  };
  const refused = refusal?.password === password ? refusal.issues : undefined;
  // What is wrong beyond the rules in the list is said while typing, quietly.
  const hidden = issues.find((issue) => !isAlwaysShown(issue));

  const register = () =>
    run(
      async () => {
        await api('POST', '/experience/profile', { type: 'password', value: password });
        await api('POST', '/experience/identification', {});
        await submission();
      },
      { 'password.rejected': ({ data }: Problem) => refuse(Array.isArray(data) ? data : []) },
    );
  const submit = () => {
    if (!password) setErrors({ password: 'error.required' });
    else if (issues.length > 0) refuse(issues);
    else register();
  };

  return (
    <Form errors={errors} action={t('action.create_account')} busy={busy} message={message} onSubmit={submit}>
      <KnownIdentifier identifier={{ type: 'username', value: username }} start="/register" />
      <PasswordField
        name="new-password"
        autoComplete="new-password"
        value={password}
        error={errors.password && t(errors.password)}
        hint={password && hidden ? issueText(t, hidden) : undefined}
        describedBy="password-rules"
        focus
        onChange={(value) => {
          setPassword(value);
          setErrors({});
        }}
      />
      <PasswordRules
        id="password-rules"
        policy={settings.passwordPolicy}
        password={password}
        issues={issues}
        refused={refused}
      />
    </Form>
  );
};
