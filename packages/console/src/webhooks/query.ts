// What the pages of webhooks ask the server for.
import type { Api } from '../app/api.ts';
import { type ListSearch, listQuery, parseListSearch } from '../kit/list-search.ts';

const includeExecutionStats = 'true';

export const hooksQuery = (api: Api, { page = 1 }: ListSearch) =>
  api.management.listQuery('/hooks', { query: { ...listQuery({ page }), includeExecutionStats } });

export const hookQuery = (api: Api, id: string) => ({
  ...api.management.query('/hooks/:id', { params: { id }, query: { includeExecutionStats } }),
  meta: { panel: true },
});

/** `event` is the key of the log, such as TriggerHook.User.Created. */
export type RequestSearch = ListSearch & { event?: string };

export const parseRequestSearch = ({ event, page }: Record<string, unknown>): RequestSearch => ({
  ...parseListSearch({ page }),
  ...(typeof event === 'string' && event !== '' && { event }),
});

export const requestsQuery = (api: Api, id: string, { page = 1, event }: RequestSearch) =>
  api.management.listQuery('/hooks/:id/recent-logs', {
    params: { id },
    query: { ...listQuery({ page }), ...(event !== undefined && { logKey: event }) },
  });

export const requestQuery = (api: Api, id: string, logId: string) => ({
  ...api.management.query('/hooks/:id/recent-logs/:logId', { params: { id, logId } }),
  meta: { panel: true },
});

/** Everything that shows webhooks, or what was sent to them. */
export const aboutHooks = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && queryKey[1].startsWith('/hooks');
