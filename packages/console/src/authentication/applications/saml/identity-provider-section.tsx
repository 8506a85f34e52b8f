// Values of Tessera as the identity provider, to copy to the service provider.
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../kit/copy-field.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { useDomainChoice } from '../../connectors/domain-choice.tsx';

export function IdentityProviderSection({ id }: { id: string }) {
  const { t } = useTranslation();
  const { endpoint, domainField } = useDomainChoice();
  return (
    <FormSection
      id="identity-provider"
      title={t('applications.saml.identity_provider.title')}
      text={t('applications.saml.identity_provider.text')}
    >
      {domainField}
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
