// Queries for the application pages.
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../app/api.ts';
import { problemOf, reach } from '../../app/problem.ts';
import { keywordQuery, type ListSearch, listQuery } from '../../kit/list-search.ts';

export type Ownership = 'own' | 'third-party';

export const applicationsQuery = (api: Api, search: ListSearch, ownership: Ownership) =>
  api.management.listQuery('/applications', {
    query: { ...listQuery(search), isThirdParty: ownership === 'own' ? 'false' : 'true' },
  });

/** Whether there are any third-party applications. */
export const thirdPartyQuery = (api: Api) =>
  api.management.listQuery('/applications', { query: { page: '1', page_size: '1', isThirdParty: 'true' } });

/** Key of every list of applications, with any page and search. */
export const applicationListsKey = ['management', '/applications'] as const;

export const applicationQuery = (api: Api, id: string) => ({
  ...api.management.query('/applications/:id', { params: { id } }),
  meta: { panel: true },
});

export const secretsQuery = (api: Api, id: string) => ({
  ...api.management.query('/applications/:id/secrets', { params: { id } }),
  meta: { panel: true },
});

/** Reads the unmasked value of one secret. */
export const revealSecret = async (api: Api, id: string, name: string): Promise<string> => {
  const secrets = await api.management.get('/applications/:id/secrets', { params: { id } }, { reveal: true });
  return secrets.find((secret) => secret.name === name)?.value ?? '';
};

/** The organizations of a machine-to-machine application. */
export const organizationsOfQuery = (api: Api, applicationId: string, search: ListSearch) =>
  api.management.listQuery('/applications/:applicationId/organizations', {
    params: { applicationId },
    query: keywordQuery(search),
  });

export type Discovery = {
  issuer: string;
  jwks_uri: string;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
  end_session_endpoint: string;
};

export const discoveryUrl = (tenantEndpoint: string) => `${tenantEndpoint}/oidc/.well-known/openid-configuration`;

/** The document as it is at another of the tenant's domains. */
export const discoveryAt = (discovery: Discovery, tenantEndpoint: string, endpoint: string): Discovery =>
  Object.fromEntries(
    Object.entries(discovery).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith(`${tenantEndpoint}/`)
        ? `${endpoint}${value.slice(tenantEndpoint.length)}`
        : value,
    ]),
  ) as Discovery;

/** The tenant's OpenID discovery document. */
export const discoveryQuery = (tenantEndpoint: string) =>
  queryOptions({
    queryKey: ['discovery', tenantEndpoint] as const,
    queryFn: async ({ signal }): Promise<Discovery> => {
      const response = await reach(discoveryUrl(tenantEndpoint), { signal });
      if (!response.ok) throw await problemOf(response);
      return (await response.json()) as Discovery;
    },
    staleTime: 60_000,
    meta: { panel: true },
  });
