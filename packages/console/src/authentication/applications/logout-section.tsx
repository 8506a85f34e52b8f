// Back-channel logout settings of an application.
import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import type { SettingsForm } from './settings-form.ts';

export function LogoutSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  return (
    <FormSection
      id="back-channel-logout"
      title={t('applications.settings.logout')}
      text={t('applications.settings.logout_text')}
    >
      <TextInput
        label={t('applications.settings.logout_uri')}
        placeholder="https://example.com/backchannel-logout"
        type="text"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('backchannelLogoutUri')}
      />
      <Switch
        label={t('applications.settings.logout_session')}
        description={t('applications.settings.logout_session_hint')}
        {...form.getInputProps('backchannelLogoutSessionRequired', { type: 'checkbox' })}
      />
    </FormSection>
  );
}
