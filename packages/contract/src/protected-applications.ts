// Custom domains of protected applications. The applications themselves are in applications.ts.
import * as z from 'zod/mini';
import { del, get, post, resource } from './kit.ts';
import { customDomain, domainHealth, newCustomDomain } from './protected-app-metadata.ts';

const customDomains = '/applications/:id/protected-app-metadata/custom-domains';

export const protectedApplications = resource('protected-applications', 'management', {
  listCustomDomains: get(customDomains, { response: z.array(customDomain) }),
  createCustomDomain: post(customDomains, {
    body: newCustomDomain,
    status: 201,
    change: 'application.custom-domain-added',
  }),
  /** Sends requests only to the domain and the site that are stored with the application. */
  getDomainHealth: get('/applications/:id/health/domain', { response: domainHealth, limits: ['attempts'] }),
  removeCustomDomain: del(`${customDomains}/:domain`, { change: 'application.custom-domain-removed' }),
});
