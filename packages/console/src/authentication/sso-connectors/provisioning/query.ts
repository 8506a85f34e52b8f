// Queries for the Provisioning tab.
import type { Api } from '../../../app/api.ts';
import { type ListSearch, pageQuery } from '../../../kit/list-search.ts';

const base = '/sso-connectors/:ssoConnectorId/scim';

/** `page` and `result` belong to the requests, `mappings` is the page of the group mappings. */
export type ProvisioningSearch = Pick<ListSearch, 'page'> & { mappings?: number; result?: 'failed' };

export const settingsQuery = (api: Api, ssoConnectorId: string) => ({
  ...api.management.query(base, { params: { ssoConnectorId } }),
  meta: { panel: true },
});

export const tokensQuery = (api: Api, ssoConnectorId: string) => ({
  ...api.management.query(`${base}/tokens`, { params: { ssoConnectorId } }),
  meta: { panel: true },
});

export const groupsQuery = (api: Api, ssoConnectorId: string, keyword: string) =>
  api.management.listQuery(`${base}/groups`, {
    params: { ssoConnectorId },
    query: { ...pageQuery(1), ...(keyword !== '' && { q: keyword }) },
  });

export const mappingsQuery = (api: Api, ssoConnectorId: string, { mappings = 1 }: ProvisioningSearch) =>
  api.management.listQuery(`${base}/group-mappings`, { params: { ssoConnectorId }, query: pageQuery(mappings) });
export const mappingsKey = ['management', `${base}/group-mappings`] as const;

export const requestsQuery = (api: Api, ssoConnectorId: string, { page = 1, result }: ProvisioningSearch) =>
  api.management.listQuery(`${base}/requests`, {
    params: { ssoConnectorId },
    query: { ...pageQuery(page), ...(result && { result }) },
  });
