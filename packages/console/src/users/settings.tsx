// The settings tab of a user: one form about who they are, and beside it how they sign in and where they are signed in,
// where everything happens at once.
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { FormSection, FormSections } from '../kit/form-section.tsx';
import { ImageField } from '../kit/image-field.tsx';
import { JsonField } from '../kit/json-field.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { Factors } from './factors.tsx';
import { Identities } from './identities.tsx';
import { PasswordRow } from './password-row.tsx';
import { ProfileSection } from './profile-section.tsx';
import { userQuery } from './query.ts';
import { Sessions } from './sessions.tsx';
import { useSettingsForm } from './settings-form.ts';
import type { SettingsField } from './settings-values.ts';
import { Tokens } from './tokens.tsx';

const route = getRouteApi('/signed-in/layout/users/$id');

export function UserSettings() {
  const { api } = useServices();
  const { id } = route.useParams();
  // The page around this tab shows what there is to say while it is not loaded.
  const { data } = useQuery(userQuery(api, id));
  return data ? <Form key={id} user={data} /> : null;
}

function Form({ user }: { user: Versioned<UserDetails> }) {
  const { t } = useTranslation();
  const { form, changes, saving, onSubmit, discard, conflict } = useSettingsForm(user);
  const labels: Record<SettingsField, string> = {
    primaryEmail: t('users.email'),
    primaryPhone: t('users.phone'),
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
        <FormSection title={t('users.settings.identifiers')} text={t('users.settings.identifiers_text')}>
          <TextInput
            label={labels.primaryEmail}
            type="email"
            dir="ltr"
            autoComplete="off"
            {...form.getInputProps('primaryEmail')}
          />
          <TextInput
            label={labels.primaryPhone}
            type="tel"
            dir="ltr"
            autoComplete="off"
            {...form.getInputProps('primaryPhone')}
          />
          <TextInput
            label={labels.username}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
        </FormSection>
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
        <FormSection title={t('users.security.title')} text={t('users.security.text')}>
          <PasswordRow user={user} />
          <Factors user={user} />
        </FormSection>
        <FormSection title={t('users.identities.title')} text={t('users.identities.text')}>
          <Identities userId={user.id} />
        </FormSection>
        <FormSection title={t('users.sessions.title')} text={t('users.sessions.text')}>
          <Sessions userId={user.id} />
        </FormSection>
        <FormSection title={t('users.tokens.title')} text={t('users.tokens.text')}>
          <Tokens userId={user.id} />
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
