// Settings tab of an application.
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableForm } from '../../kit/editable-form.tsx';
import { PageLoader } from '../../kit/loader.tsx';
import { AddressesSection } from './addresses-section.tsx';
import { type ApplicationData, useApplication } from './application.ts';
import { CredentialsSection } from './credentials-section.tsx';
import { CustomDataSection } from './custom-data-section.tsx';
import { EndpointsSection } from './endpoints-section.tsx';
import { settingsLabels } from './field-labels.ts';
import { GeneralSection } from './general-section.tsx';
import { GrantsSection } from './grants-section.tsx';
import { LogoutSection } from './logout-section.tsx';
import { useSettingsForm } from './settings-form.ts';
import { signsUsersIn } from './settings-values.ts';
import { TokensSection } from './tokens-section.tsx';
import { useDomain } from './use-domain.ts';

// Loaded lazily, since most applications are clients with a library.
const SamlSettings = lazy(async () => ({ default: (await import('./saml/settings.tsx')).SamlSettings }));

// Next to the form, which doesn't wait for it.
const HealthAside = lazy(async () => ({ default: (await import('./health/health-aside.tsx')).HealthAside }));

// Third-party applications have no guide, which would have it.
const FirstSignIn = lazy(async () => ({ default: (await import('../guides/first-sign-in.tsx')).FirstSignIn }));

const ProtectedSettings = lazy(async () => ({
  default: (await import('./protected/settings.tsx')).ProtectedSettings,
}));

const route = getRouteApi('/signed-in/layout/applications/$id');

export function ApplicationSettings() {
  const { id } = route.useParams();
  // The surrounding page shows loading and error states.
  const { data } = useApplication(id);
  if (!data) return null;
  if (data.application.type === 'SAML') {
    return (
      <Suspense fallback={<PageLoader />}>
        <SamlSettings key={id} id={id} />
      </Suspense>
    );
  }
  if (data.application.type === 'Protected') {
    return (
      <Suspense fallback={<PageLoader />}>
        <ProtectedSettings key={id} {...data} />
      </Suspense>
    );
  }
  return <Form key={id} {...data} />;
}

function Form({ application, secrets, discovery }: ApplicationData) {
  const work = useSettingsForm(application);
  const { form } = work;
  const domain = useDomain(discovery);
  const { t } = useTranslation();
  const { type, metadataUrl } = application;
  const isDescribed = metadataUrl !== null;
  const labels = settingsLabels(t);
  const sections = [
    { id: 'credentials', title: t('applications.settings.credentials') },
    ...(signsUsersIn(type) ? [{ id: 'redirect-uris', title: t('applications.settings.addresses') }] : []),
    ...(signsUsersIn(type) ? [{ id: 'grants', title: t('applications.settings.grants') }] : []),
    { id: 'general', title: t('applications.settings.general') },
    { id: 'endpoints', title: t('applications.settings.endpoints') },
    { id: 'tokens', title: t('applications.settings.tokens') },
    ...(signsUsersIn(type) ? [{ id: 'back-channel-logout', title: t('applications.settings.logout') }] : []),
    { id: 'custom-data', title: t('applications.settings.custom_data') },
  ];
  return (
    <EditableForm
      work={work}
      labelOf={(field) => labels[field]}
      index={sections}
      aside={
        <Suspense>
          {application.isThirdParty && <FirstSignIn application={application} />}
          <HealthAside application={application} />
        </Suspense>
      }
    >
      <CredentialsSection application={application} secrets={secrets} domain={domain} />
      {signsUsersIn(type) && <AddressesSection form={form} type={type} isDescribed={isDescribed} />}
      {signsUsersIn(type) && <GrantsSection form={form} application={application} />}
      <GeneralSection form={form} isDescribed={isDescribed} />
      <EndpointsSection application={application} domain={domain} />
      <TokensSection form={form} type={type} />
      {signsUsersIn(type) && <LogoutSection form={form} />}
      <CustomDataSection form={form} />
    </EditableForm>
  );
}
