// Queries for the connector pages.
import type { connectorFactories } from '@tessera/contract/connectors';
import type { Answer } from '@tessera/contract/kit';
import type { Api } from '../../app/api.ts';

export type Factory = Answer<(typeof connectorFactories)['operations']['get']>;

export const factoriesQuery = (api: Api) => ({
  ...api.management.query('/connector-factories'),
  staleTime: 300_000,
  meta: { panel: true },
});

export const connectorQuery = (api: Api, id: string) => ({
  ...api.management.query('/connectors/:id', { params: { id } }),
  meta: { panel: true },
});

/** Without them, only the default callback URL is shown. */
export const domainsQuery = (api: Api) => ({
  ...api.management.query('/domains'),
  staleTime: 60_000,
  meta: { silent: true },
});

/** Matches every query about connectors, and the mailbox, which depends on them. */
export const aboutConnectors = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
  typeof path === 'string' && /^\/(connectors|connector-activity|mailbox\/status)\b/.test(path);
