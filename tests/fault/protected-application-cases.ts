// F03: writes of custom domains of protected applications, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import { newProtectedApplication } from '../harness/protected-site.ts';
import type { TestServer } from '../harness/server.ts';
import type { Cases } from './failing-statements.test.ts';

export const protectedApplicationCases = (server: TestServer, api: ManagementApi): Cases => {
  const newPath = async (subDomain: string) => {
    const { id } = await newProtectedApplication(server, api, { subDomain, origin: 'https://shop.example.com' });
    return `/applications/${id}/protected-app-metadata/custom-domains`;
  };
  return {
    'application.custom-domain-added': async () => {
      const path = await newPath('added');
      return () => api.call('POST', path, { domain: 'www.added.test' });
    },
    'application.custom-domain-removed': async () => {
      const path = await newPath('removed');
      await api.call('POST', path, { domain: 'www.removed.test' });
      return () => api.call('DELETE', `${path}/www.removed.test`);
    },
  };
};
