// Queries for the pages of protected applications.
import type { Api } from '../../../app/api.ts';

/** The domain below which the hosts are; an error if the server has none. */
export const protectedAppsQuery = (api: Api) => ({
  ...api.management.query('/systems/application'),
  meta: { silent: true },
  retry: false,
});

const path = '/applications/:id/protected-app-metadata/custom-domains';
const checkMs = 10_000;

/** Each read checks the domain, so it is repeated until the domain is active. */
export const customDomainsQuery = (api: Api, id: string) => ({
  ...api.management.query(path, { params: { id } }),
  meta: { silent: true },
  retry: false,
  refetchInterval: ({ state: { data } }: { state: { data?: readonly { status: string }[] | undefined } }) =>
    data?.some(({ status }) => status !== 'Active') ? checkMs : (false as const),
});

export const addCustomDomain = (api: Api, id: string, domain: string) =>
  api.management.post(path, { params: { id }, body: { domain } });

export const removeCustomDomain = (api: Api, id: string, domain: string) =>
  api.management.del(`${path}/:domain`, { params: { id, domain } });
