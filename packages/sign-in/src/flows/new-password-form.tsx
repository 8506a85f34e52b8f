// Set password: policy checks while typing, and the server's verdict.
import { checkPassword, type PasswordIssue, type PasswordUserInfo } from '@tessera/contract/check-password';
import type { Identifier } from '@tessera/contract/experience';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { KnownIdentifier } from '../kit/known-identifier.tsx';
import { PasswordField } from '../kit/password-field.tsx';
import { isAlwaysShown, issueText, PasswordRules } from '../kit/password-rules.tsx';
import { useFlow } from '../kit/use-flow.ts';

/** A rejected password with its issues; typing clears it. */
type Refusal = { password: string; issues: readonly PasswordIssue[] };

type Props = {
  title: TextKey;
  /** A sentence below the title. */
  detail?: string | undefined;
  label: TextKey;
  icon?: ComponentProps<typeof Heading>['icon'];
  /** The account's identifier if known, and the page where it can be changed. */
  identifier: Identifier | undefined;
  start?: string;
  action: string;
  steps: (password: string) => Promise<void>;
  /** Other ways, below the form. */
  children?: ReactNode;
};

export const NewPasswordForm = ({ title, detail, label, icon, identifier, start, action, steps, children }: Props) => {
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
  // Issues beyond the listed rules are shown unobtrusively while typing.
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
      <Heading title={t(title)} back={start} {...(icon && { icon })}>
        {detail}
      </Heading>
      <Form errors={errors} action={action} busy={busy} message={message} onSubmit={submit}>
        {identifier && <KnownIdentifier identifier={identifier} start={start} />}
        <PasswordField
          label={t(label)}
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
      {children}
    </>
  );
};
