// Choosing a password: the tenant's rules while typing, and what the server says about it.
import { checkPassword, type PasswordIssue, type PasswordUserInfo } from '@tessera/contract/check-password';
import type { Identifier } from '@tessera/contract/experience';
import { useState } from 'react';
import type { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { KnownIdentifier } from '../kit/known-identifier.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { isAlwaysShown, issueText, PasswordRules } from '../kit/password-rules.tsx';
import { useFlow } from '../kit/use-flow.ts';

/** A password that was refused, and why; typing another one makes it history. */
type Refusal = { password: string; issues: readonly PasswordIssue[] };

type Props = {
  /** Whose password it becomes, where the page knows it, and where that can be changed. */
  identifier: Identifier | undefined;
  start?: string;
  action: string;
  steps: (password: string) => Promise<void>;
};

export const NewPasswordForm = ({ identifier, start, action, steps }: Props) => {
  const { settings, t } = useApp();
  const { run, busy, message } = useFlow();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: TextKey }>({});
  const [refusal, setRefusal] = useState<Refusal>();

  const person: PasswordUserInfo = identifier ? { [identifier.type]: identifier.value } : {};
  const issues = checkPassword(password, settings.passwordPolicy, person);
  const refuse = (reasons: readonly PasswordIssue[]) => {
    setRefusal({ password, issues: reasons });
    setErrors({ password: 'error.password_rejected.summary' });
  };
  const refused = refusal?.password === password ? refusal.issues : undefined;
  // What is wrong beyond the rules in the list is said while typing, quietly.
  const hidden = issues.find((issue) => !isAlwaysShown(issue));

  const submit = () => {
    if (!password) setErrors({ password: 'error.required' });
    else if (issues.length > 0) refuse(issues);
    else
      run(() => steps(password), {
        'password.rejected': ({ data }: Problem) => refuse(Array.isArray(data) ? data : []),
        'user.same_password': () => setErrors({ password: 'error.same_password' }),
      });
  };

  return (
    <>
      <Heading title={t('description.choose_password')} />
      <Form errors={errors} action={action} busy={busy} message={message} onSubmit={submit}>
        {identifier && <KnownIdentifier identifier={identifier} start={start} />}
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
    </>
  );
};
