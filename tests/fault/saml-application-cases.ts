// F03: writes of SAML applications and their certificates, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import { newSamlApplication, wiki } from '../harness/service-provider.ts';
import type { Cases } from './failing-statements.test.ts';

export const samlApplicationCases = (api: ManagementApi): Cases => {
  const newPath = async () => `/saml-applications/${(await newSamlApplication(api)).id}`;
  /** An application with a second certificate. */
  const newCertificate = async () => {
    const path = await newPath();
    const created = await api.call('POST', `${path}/secrets`, { lifeSpanInYears: 1 });
    return `${path}/secrets/${(created.json() as { id: string }).id}`;
  };
  return {
    'saml-application.created': async () => () => api.call('POST', '/saml-applications', { name: 'Wanted', ...wiki }),
    'saml-application.updated': async () => {
      const path = await newPath();
      return () => api.call('PATCH', path, { name: 'Changed', attributeMapping: { email: 'mail' } });
    },
    'saml-application.deleted': async () => {
      const path = await newPath();
      return () => api.call('DELETE', path);
    },
    'saml-certificate.created': async () => {
      const path = await newPath();
      return () => api.call('POST', `${path}/secrets`, { lifeSpanInYears: 1 });
    },
    'saml-certificate.updated': async () => {
      const path = await newCertificate();
      return () => api.call('PATCH', path, { active: true });
    },
    'saml-certificate.deleted': async () => {
      const path = await newCertificate();
      return () => api.call('DELETE', path);
    },
  };
};
