// Values of Tessera as the identity provider, to copy to the service provider.
import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../kit/copy-field.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { useEndpoints } from '../../connectors/endpoints.ts';

export function IdentityProviderSection({ id }: { id: string }) {
  const { t } = useTranslation();
  const endpoints = useEndpoints();
  const [chosen, setChosen] = useState<string>();
  const endpoint = chosen ?? endpoints[0] ?? '';
  return (
    <FormSection
      id="identity-provider"
      title={t('applications.saml.identity_provider.title')}
      text={t('applications.saml.identity_provider.text')}
    >
      {endpoints.length > 1 && (
        <NativeSelect
          label={t('applications.saml.identity_provider.domain')}
          description={t('applications.saml.identity_provider.domain_hint')}
          rightSection={<IconChevronDown size={16} />}
          data={endpoints.map((value) => ({ value, label: new URL(value).host }))}
          value={endpoint}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <CopyField
        label={t('applications.saml.identity_provider.metadata_url')}
        value={`${endpoint}/api/saml-applications/${id}/metadata`}
      />
      <CopyField label={t('applications.saml.identity_provider.entity_id')} value={`${endpoint}/saml/${id}`} />
      <CopyField
        label={t('applications.saml.identity_provider.sign_in_url')}
        description={t('applications.saml.identity_provider.sign_in_url_hint')}
        value={`${endpoint}/api/saml/${id}/authn`}
      />
      <CopyField
        label={t('applications.saml.identity_provider.start_url')}
        description={t('applications.saml.identity_provider.start_url_hint')}
        value={`${endpoint}/api/saml/${id}/start`}
      />
      <CopyField
        label={t('applications.saml.identity_provider.logout_url')}
        description={t('applications.saml.identity_provider.logout_url_hint')}
        value={`${endpoint}/api/saml/${id}/logout`}
      />
    </FormSection>
  );
}
