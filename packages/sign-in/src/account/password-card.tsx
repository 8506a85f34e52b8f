// The password: set or changed in place, after verification.
import { checkPassword, type PasswordIssue } from '@tessera/contract/check-password';
import { useState } from 'react';
import type { Problem } from '../api.ts';
import type { TextKey } from '../app-context.ts';
import { PasswordField } from '../kit/password-field.tsx';
import { isAlwaysShown, issueText, PasswordRules } from '../kit/password-rules.tsx';
import { isEditable, useAccount } from './account-context.ts';
import { EditForm } from './edit-form.tsx';
import { useInPlace } from './field-row.tsx';
import { Card, Row, Rows, SmallButton, Tile } from './parts.tsx';
import { useAction } from './use-action.ts';

export const PasswordCard = () => {
  const { account, center, verify, t } = useAccount();
  const { isOpen, open, close, button } = useInPlace();
  const { hasPassword } = account;
  const start = async () => {
    if (await verify()) open();
  };
  return (
    <Card>
      <Rows>
        <Row
          picture={<Tile icon="lock" tone={hasPassword ? 'brand' : 'muted'} />}
          title={t('input.password')}
          detail={t(hasPassword ? 'account.password.set' : 'account.password.not_set')}
          action={
            isEditable(center, 'password') &&
            !isOpen && (
              <SmallButton ref={button} onClick={() => void start()}>
                {t(hasPassword ? 'account.password.change' : 'account.password.add')}
              </SmallButton>
            )
          }
        >
          {isOpen && <PasswordForm onClose={close} />}
        </Row>
      </Rows>
    </Card>
  );
};

const PasswordForm = ({ onClose }: { onClose: () => void }) => {
  const { account, api, reload, say, settings, t } = useAccount();
  const { runVerified, busy, message } = useAction();
  const [password, setPassword] = useState('');
  const [endsOthers, setEndsOthers] = useState(true);
  const [errors, setErrors] = useState<{ password?: TextKey }>({});
  const [refusal, setRefusal] = useState<{ password: string; issues: readonly PasswordIssue[] }>();
  const { name, username, primaryEmail: email, primaryPhone: phone } = account;
  const issues = checkPassword(password, settings.passwordPolicy, { name, username, email, phone });
  const refused = refusal?.password === password ? refusal.issues : undefined;
  // Issues beyond the listed rules are shown unobtrusively while typing.
  const hidden = issues.find((issue) => !isAlwaysShown(issue));
  const refuse = (reasons: readonly PasswordIssue[]) => {
    setRefusal({ password, issues: reasons });
    setErrors({ password: 'error.password_rejected.summary' });
  };
  const submit = () => {
    if (!password) return setErrors({ password: 'error.required' });
    if (issues.length > 0) return refuse(issues);
    return void runVerified(
      async (verificationId) => {
        await api.call('POST', '/my-account/password', {
          body: { password, keepSessions: !endsOthers },
          verificationId,
        });
        await reload();
        say('account.password.saved');
        onClose();
      },
      {
        'password.rejected': ({ data }: Problem) => refuse(Array.isArray(data) ? data : []),
        'user.same_password': () => setErrors({ password: 'error.same_password' }),
      },
    );
  };
  return (
    <EditForm
      errors={errors}
      action={t('action.save_password')}
      busy={busy}
      message={message}
      onSubmit={submit}
      onCancel={onClose}
    >
      <PasswordField
        name="new-password"
        autoComplete="new-password"
        value={password}
        error={errors.password && t(errors.password)}
        hint={password && hidden ? issueText(t, hidden) : undefined}
        describedBy="password-rules"
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
      <label className="check">
        <input type="checkbox" checked={endsOthers} onChange={(event) => setEndsOthers(event.currentTarget.checked)} />
        <span>{t('account.password.end_others')}</span>
      </label>
    </EditForm>
  );
};
