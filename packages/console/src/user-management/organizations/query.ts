// Queries for the organization pages.
import { queryOptions } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import type { SsoConnectorSummary } from '@tessera/contract/sso-connectors';
import type { Api } from '../../app/api.ts';
import { keywordQuery, type ListSearch, pageSize } from '../../kit/list-search.ts';

export const organizationsQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/organizations', { query: { ...keywordQuery(search), showFeatured: '1' } });
/** Key of every list of organizations, with any page and search. */
export const organizationsKey = ['management', '/organizations'] as const;

export const organizationQuery = (api: Api, organizationId: string) => ({
  ...api.management.query('/organizations/:organizationId', { params: { organizationId } }),
  meta: { panel: true },
});

export const namedConnector = ({ id, connectorName, providerName }: SsoConnectorSummary) => ({
  id,
  name: connectorName,
  provider: providerName,
});
export type NamedConnector = ReturnType<typeof namedConnector>;

/** All enterprise SSO connectors of the tenant. */
export const ssoConnectorsQuery = (api: Api) => ({
  ...api.management.query('/sso-connectors', {}),
  meta: { silent: true },
});

const pageOfDomains = 100;

/** All just-in-time settings, since they are saved as a whole. */
export const readJit = async (api: Api, organizationId: string) => {
  const params = { organizationId };
  const emailDomains: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), page_size: String(pageOfDomains) };
    const part = await api.management.get('/organizations/:organizationId/jit/email-domains', { params, query });
    emailDomains.push(...part.map(({ emailDomain }) => emailDomain));
    if (part.length < pageOfDomains) break;
  }
  const roles = await api.management.get('/organizations/:organizationId/jit/roles', { params });
  const connectors = await api.management.get('/organizations/:organizationId/jit/sso-connectors', { params });
  return {
    emailDomains,
    roles: roles.map(({ id, name }) => ({ id, name })),
    ssoConnectors: connectors.map(namedConnector),
  };
};
export const jitQuery = (api: Api, organizationId: string) =>
  queryOptions({
    queryKey: ['management', '/organizations/:organizationId/jit', organizationId] as const,
    queryFn: () => readJit(api, organizationId),
    meta: { panel: true },
  });

export const membersQuery = (api: Api, organizationId: string, search: ListSearch) =>
  api.management.listQuery('/organizations/:organizationId/users', {
    params: { organizationId },
    query: keywordQuery(search),
  });
export const membersKey = ['management', '/organizations/:organizationId/users'] as const;

export const invitationsQuery = (api: Api, organizationId: string, { page = 1 }: ListSearch) =>
  api.management.listQuery('/organization-invitations', {
    query: { organizationId, page: String(page), page_size: String(pageSize) },
  });
export const invitationsKey = ['management', '/organization-invitations'] as const;

export const organizationApplicationsQuery = (api: Api, organizationId: string, search: ListSearch) =>
  api.management.listQuery('/organizations/:organizationId/applications', {
    params: { organizationId },
    query: keywordQuery(search),
  });
export const organizationApplicationsKey = ['management', '/organizations/:organizationId/applications'] as const;

export const rolesOfTypeQuery = (api: Api, type: RoleType, q: string) =>
  api.management.listQuery('/organization-roles', {
    query: { page: '1', page_size: '20', type, ...(q !== '' && { q }) },
  });
