// Redirect URIs, CORS origins and the rule for authorization requests of an application.
import { Switch } from '@mantine/core';
import type { ApplicationType } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { listRows } from '../../kit/list-rows.ts';
import { MultiText } from '../../kit/multi-text.tsx';
import { exampleUri } from './check-settings.ts';
import type { SettingsForm } from './settings-form.ts';

type Props = {
  form: SettingsForm;
  type: ApplicationType;
  /** By a document, which has the redirect URIs. */
  isDescribed: boolean;
};

export function AddressesSection({ form, type, isDescribed }: Props) {
  const { t } = useTranslation();
  return (
    <FormSection
      id="redirect-uris"
      title={t('applications.settings.addresses')}
      text={t('applications.settings.addresses_text')}
    >
      <MultiText
        label={t('applications.settings.redirect_uris')}
        description={t('applications.settings.redirect_uris_hint')}
        placeholder={exampleUri(type)}
        required
        readOnly={isDescribed}
        {...listRows(form, 'redirectUris')}
      />
      <MultiText
        label={t('applications.settings.post_logout_uris')}
        description={t('applications.settings.post_logout_uris_hint')}
        placeholder={exampleUri(type).replace('callback', '')}
        readOnly={isDescribed}
        {...listRows(form, 'postLogoutRedirectUris')}
      />
      <MultiText
        label={t('applications.settings.cors_origins')}
        description={t('applications.settings.cors_origins_hint')}
        placeholder="https://example.com"
        {...listRows(form, 'corsAllowedOrigins')}
      />
      <Switch
        label={t('applications.settings.pushed')}
        description={t('applications.settings.pushed_hint')}
        {...form.getInputProps('requirePushedAuthorizationRequests', { type: 'checkbox' })}
      />
    </FormSection>
  );
}
