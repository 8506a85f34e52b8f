// Settings tab of a SAML application.
import { useQuery } from '@tanstack/react-query';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../../app/api.ts';
import { useServices } from '../../../app/services.tsx';
import { EditableForm } from '../../../kit/editable-form.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { PageLoader } from '../../../kit/loader.tsx';
import { FirstSignIn } from '../../guides/first-sign-in.tsx';
import { AssertionsSection } from './assertions-section.tsx';
import { CertificatesSection } from './certificates-section.tsx';
import { samlLabels, samlText } from './field-labels.ts';
import { IdentityProviderSection } from './identity-provider-section.tsx';
import { samlApplicationQuery } from './query.ts';
import { ServiceProviderSection } from './service-provider-section.tsx';
import { useSamlSettingsForm } from './settings-form.ts';

export function SamlSettings({ id }: { id: string }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(samlApplicationQuery(api, id));
  if (data) return <Form application={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
}

function Form({ application }: { application: Versioned<SamlApplication> }) {
  const { t } = useTranslation();
  const work = useSamlSettingsForm(application);
  const { form } = work;
  const labels = samlLabels(t);
  return (
    <EditableForm
      work={work}
      labelOf={(field) => labels[field]}
      textOf={(field, values) => samlText(field, values, t)}
      index={[
        { id: 'service-provider', title: t('applications.saml.service_provider.title') },
        { id: 'identity-provider', title: t('applications.saml.identity_provider.title') },
        { id: 'certificates', title: t('applications.saml.certificates.title') },
        { id: 'assertions', title: t('applications.saml.assertions.title') },
      ]}
      aside={<FirstSignIn application={{ id: application.id, type: 'SAML' }} />}
    >
      <ServiceProviderSection application={application} form={form} />
      <IdentityProviderSection id={application.id} />
      <CertificatesSection id={application.id} />
      <AssertionsSection form={form} />
    </EditableForm>
  );
}
