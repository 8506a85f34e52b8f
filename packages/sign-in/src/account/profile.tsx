// The profile: picture, personal details, and the addresses used to sign in.
import { useState } from 'react';
import type { Problem } from '../api.ts';
import { isUsername } from '../identifier.ts';
import { TextField } from '../kit/text-field.tsx';
import { type AccountKey, isEditable, isVisible, useAccount } from './account-context.ts';
import { AddressRow } from './address-row.tsx';
import { EditForm } from './edit-form.tsx';
import { FieldRow } from './field-row.tsx';
import { Card, Rows } from './parts.tsx';
import { PhotoCard } from './photo-card.tsx';
import { ProfileFieldRow } from './profile-field-row.tsx';
import { profileGroups } from './profile-values.ts';
import { Section } from './section.tsx';
import { useAction } from './use-action.ts';
import '../styles/profile-fields.css';

export const Profile = () => {
  const { account, center, settings, t } = useAccount();
  const groups = profileGroups(settings, center, account);
  const shows = (...fields: Parameters<typeof isVisible>[1][]) => fields.some((field) => isVisible(center, field));
  return (
    <Section name="profile">
      {shows('name', 'avatar') && <PhotoCard />}
      {(shows('name', 'username') || groups.length > 0) && (
        <Card title={t('account.profile.personal')}>
          <Rows>
            {shows('name') && <ColumnRow column="name" />}
            {shows('username') && <ColumnRow column="username" />}
            {groups.map((group) => (
              <ProfileFieldRow key={group.field.name} group={group} />
            ))}
          </Rows>
        </Card>
      )}
      {shows('email', 'phone') && (
        <Card title={t('account.profile.contact')} text={t('account.profile.contact_text')}>
          <Rows>
            {shows('email') && <AddressRow kind="email" />}
            {shows('phone') && <AddressRow kind="phone" />}
          </Rows>
        </Card>
      )}
    </Section>
  );
};

type Column = 'name' | 'username';
const labels = { name: 'profile.name', username: 'account.profile.username' } as const;

const ColumnRow = ({ column }: { column: Column }) => {
  const { account, center, t } = useAccount();
  const value = account[column];
  const action = isEditable(center, column) ? t(value ? 'account.action.edit' : 'account.action.add') : undefined;
  return (
    <FieldRow
      label={t(labels[column])}
      value={value}
      action={action}
      form={(close) => <ColumnForm column={column} onClose={close} />}
    />
  );
};

const ColumnForm = ({ column, onClose }: { column: Column; onClose: () => void }) => {
  const { account, api, reload, say, t } = useAccount();
  const { run, busy, message } = useAction();
  const [value, setValue] = useState(account[column] ?? '');
  const [errors, setErrors] = useState<{ value?: AccountKey | { text: string } }>({});
  const refuse = (key: AccountKey) => () => setErrors({ value: key });
  const sayReason = ({ message: text }: Problem) => setErrors({ value: { text } });
  const submit = () => {
    const typed = value.trim();
    if (column === 'username' && typed && !isUsername(typed)) return setErrors({ value: 'error.invalid_username' });
    return void run(
      async () => {
        await api.call('PATCH', '/my-account', { body: { [column]: typed || null } });
        await reload();
        say('account.state.saved');
        onClose();
      },
      {
        'user.username_already_in_use': refuse('error.username_taken'),
        'user.username_required': sayReason,
        'user.last_sign_in_method': sayReason,
      },
    );
  };
  const error = typeof errors.value === 'string' ? t(errors.value) : errors.value?.text;
  return (
    <EditForm
      errors={errors}
      action={t('account.action.save')}
      busy={busy}
      message={message}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        name={column}
        label={t(labels[column])}
        autoComplete={column}
        maxLength={128}
        {...(column === 'username' ? { dir: 'ltr', hint: t('input.username_hint') } : { autoCapitalize: 'words' })}
        value={value}
        error={error}
        optional
        onChange={(typed) => {
          setValue(typed);
          setErrors({});
        }}
      />
    </EditForm>
  );
};
