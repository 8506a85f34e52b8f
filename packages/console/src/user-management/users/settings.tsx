// The Profile tab of a user: identifiers, basic info, standard claims and custom data in one form.
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { ImageField } from '../../kit/image-field.tsx';
import { JsonField } from '../../kit/json-field.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { IdentifiersSection } from './identifiers-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { userQuery } from './query.ts';
import { useSettingsForm } from './settings-form.ts';
import type { SettingsField } from './settings-values.ts';

const route = getRouteApi('/signed-in/layout/users/$id');

export function UserSettings() {
  const { api } = useServices();
  const { id } = route.useParams();
  // The surrounding page shows loading and error states.
  const { data } = useQuery(userQuery(api, id));
  return data ? <Form key={id} user={data} /> : null;
}

function Form({ user }: { user: Versioned<UserDetails> }) {
  const { t } = useTranslation();
  const { form, changes, saving, onSubmit, discard, conflict, before, invalid } = useSettingsForm(user);
  const labels: Record<SettingsField, string> = {
    primaryEmail: t('users.email'),
    primaryPhone: t('users.phone'),
    primaryEmailVerified: t('users.settings.email_verified'),
    primaryPhoneVerified: t('users.settings.phone_verified'),
    username: t('users.username'),
    name: t('users.name'),
    avatar: t('users.avatar'),
    profile: t('users.settings.profile'),
    address: t('users.profile.address'),
    customData: t('users.settings.custom_data'),
  };
  const customData = form.getInputProps('customData');
  const avatar = form.getInputProps('avatar');
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormSections>
        <IdentifiersSection form={form} before={before} />
        <FormSection title={t('users.settings.about')} text={t('users.settings.about_text')}>
          <TextInput label={labels.name} dir="auto" autoComplete="off" {...form.getInputProps('name')} />
          <ImageField
            label={labels.avatar}
            value={avatar.value}
            error={avatar.error}
            onChange={(address) => form.setFieldValue('avatar', address)}
            onBlur={avatar.onBlur}
            data-path="avatar"
          />
        </FormSection>
        <ProfileSection form={form} />
        <FormSection title={t('users.settings.custom_data')} text={t('users.settings.custom_data_text')}>
          <JsonField
            label={labels.customData}
            description={t('fields.leave_editor')}
            value={customData.value}
            error={customData.error}
            onChange={customData.onChange}
            onBlur={customData.onBlur}
            data-path="customData"
          />
        </FormSection>
      </FormSections>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        invalid={invalid}
        {...(conflict && {
          notice: (
            <ConflictNotice
              conflict={conflict}
              labelOf={(field) => labels[field]}
              textOf={(field, { profile, address }) => {
                if (field === 'profile') return linesOf(profile, (claim) => t(`users.profile.${claim}`));
                return field === 'address' ? linesOf(address, (part) => t(`users.profile.${part}`)) : undefined;
              }}
            />
          ),
        })}
      />
    </form>
  );
}

const linesOf = <Key extends string>(texts: Record<Key, string>, labelOf: (key: Key) => string) =>
  (Object.entries(texts) as [Key, string][])
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${labelOf(key)}: ${text}`)
    .join('\n');
