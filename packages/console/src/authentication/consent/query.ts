// Queries for third-party application pages.
import type { Api } from '../../app/api.ts';

export const consentScopesQuery = (api: Api, applicationId: string) => ({
  ...api.management.query('/applications/:applicationId/user-consent-scopes', { params: { applicationId } }),
  meta: { panel: true },
});

/** The rules for applications that register themselves. */
export const registrationQuery = (api: Api) => ({
  ...api.management.query('/configs/client-registration'),
  meta: { panel: true },
});

/** All APIs with their permissions. */
export const apisQuery = (api: Api) => ({
  ...api.management.query('/resources', { query: { includeScopes: 'true' } }),
  meta: { panel: true },
  staleTime: 0,
});

/** The permissions of the organization template. */
export const organizationScopesQuery = (api: Api) => ({
  ...api.management.query('/organization-scopes', {}),
  meta: { panel: true },
  staleTime: 0,
});
