// Queries for the enterprise SSO pages.
import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@tessera/contract/kit';
import type { ssoConnectorProviders, ssoConnectors } from '@tessera/contract/sso-connectors';
import type { Api } from '../../app/api.ts';
import { ApiProblem } from '../../app/problem.ts';
import { keywordQuery, type ListSearch } from '../../kit/list-search.ts';

type Operations = (typeof ssoConnectors)['operations'];
export type SsoConnectorDetails = Answer<Operations['get']>;
export type IdpInitiatedConfig = Answer<Operations['idpInitiatedAuthConfig']>;
export type SsoProvider = Answer<(typeof ssoConnectorProviders)['operations']['list']>[number];

export const ssoConnectorsQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/sso-connectors', { query: keywordQuery(search) });

export const ssoConnectorQuery = (api: Api, id: string) => ({
  ...api.management.query('/sso-connectors/:id', { params: { id } }),
  meta: { panel: true },
});

export const providersQuery = (api: Api) => ({
  ...api.management.query('/sso-connector-providers'),
  staleTime: 300_000,
  meta: { panel: true },
});

export const setupLinksQuery = (api: Api, ssoConnectorId: string) => ({
  ...api.management.query('/sso-connectors/:ssoConnectorId/setup-links', { params: { ssoConnectorId } }),
  meta: { panel: true },
});

/** Null while IdP-initiated sign-in is off. */
export const readIdpInitiated = async (api: Api, id: string): Promise<IdpInitiatedConfig | null> => {
  try {
    return await api.management.get('/sso-connectors/:id/idp-initiated-auth-config', { params: { id } });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
};
export const idpInitiatedQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['management', '/sso-connectors/:id/idp-initiated-auth-config', id] as const,
    queryFn: () => readIdpInitiated(api, id),
    meta: { panel: true },
  });

/** Matches every query about enterprise SSO connectors. */
export const aboutSsoConnectors = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
  typeof path === 'string' && /(^|\/)sso-connectors\b/.test(path);
