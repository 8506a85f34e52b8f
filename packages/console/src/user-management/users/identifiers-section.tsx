// Identifiers of a user, and whether email and phone are verified.
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import classes from './identifiers-section.module.css';
import type { SettingsForm } from './settings-form.ts';
import { type AddressField, isSameAddress, type SettingsValues, verifiedField } from './settings-values.ts';

type Props = { form: SettingsForm; before: SettingsValues };

function AddressInput({ form, before, field }: Props & { field: AddressField }) {
  const { t } = useTranslation();
  const verified = verifiedField[field];
  const input = form.getInputProps(field);
  return (
    <div className={classes.address}>
      <TextInput
        label={t(field === 'primaryEmail' ? 'users.email' : 'users.phone')}
        type={field === 'primaryEmail' ? 'email' : 'tel'}
        dir="ltr"
        autoComplete="off"
        {...input}
        onChange={(event) => {
          const address = event.currentTarget.value;
          input.onChange(event);
          // The server verifies an address, not a user: a changed address starts unverified.
          form.setFieldValue(verified, isSameAddress(field, address, before[field]) && before[verified]);
        }}
      />
      <Checkbox
        label={t(field === 'primaryEmail' ? 'users.settings.email_verified' : 'users.settings.phone_verified')}
        disabled={form.values[field].trim() === ''}
        {...form.getInputProps(verified, { type: 'checkbox' })}
      />
    </div>
  );
}

export function IdentifiersSection({ form, before }: Props) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('users.settings.identifiers')} text={t('users.settings.identifiers_text')}>
      <AddressInput form={form} before={before} field="primaryEmail" />
      <AddressInput form={form} before={before} field="primaryPhone" />
      <TextInput
        label={t('users.username')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
    </FormSection>
  );
}
