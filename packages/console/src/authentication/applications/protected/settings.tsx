// Settings tab of a protected application.
import { useTranslation } from 'react-i18next';
import { EditableForm } from '../../../kit/editable-form.tsx';
import { FirstSignIn } from '../../guides/first-sign-in.tsx';
import type { ApplicationData } from '../application.ts';
import { CredentialsSection } from '../credentials-section.tsx';
import { CustomDataSection } from '../custom-data-section.tsx';
import { EndpointsSection } from '../endpoints-section.tsx';
import { HealthAside } from '../health/health-aside.tsx';
import { useDomain } from '../use-domain.ts';
import { DomainSection } from './domain-section.tsx';
import { protectedLabels } from './field-labels.ts';
import { PagesSection, PathsSection, SessionSection, SiteSection } from './sections.tsx';
import { useProtectedForm } from './settings-form.ts';

export function ProtectedSettings({ application, secrets, discovery }: ApplicationData) {
  const { t } = useTranslation();
  const work = useProtectedForm(application);
  const { form } = work;
  const domain = useDomain(discovery);
  const labels = protectedLabels(t);
  return (
    <EditableForm
      work={work}
      labelOf={(field) => labels[field]}
      index={[
        { id: 'site', title: t('applications.protected.site.title') },
        { id: 'domain', title: t('applications.protected.domain.title') },
        { id: 'pages', title: t('applications.protected.pages.title') },
        { id: 'paths', title: t('applications.protected.paths.title') },
        { id: 'credentials', title: t('applications.settings.credentials') },
        { id: 'endpoints', title: t('applications.settings.endpoints') },
        { id: 'session', title: t('applications.protected.session.title') },
        { id: 'custom-data', title: t('applications.settings.custom_data') },
      ]}
      aside={
        <>
          <FirstSignIn application={application} />
          <HealthAside application={application} />
        </>
      }
    >
      <SiteSection application={application} form={form} />
      <DomainSection application={application} />
      <PagesSection form={form} />
      <PathsSection application={application} />
      <CredentialsSection application={application} secrets={secrets} domain={domain} />
      <EndpointsSection application={application} domain={domain} />
      <SessionSection form={form} />
      <CustomDataSection form={form} />
    </EditableForm>
  );
}
