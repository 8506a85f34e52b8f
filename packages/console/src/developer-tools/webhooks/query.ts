// Queries for the webhook pages.
import type { Webhook } from '@tessera/contract/webhooks';
import type { Api } from '../../app/api.ts';
import { type ListSearch, listQuery, parseListSearch } from '../../kit/list-search.ts';

const includeExecutionStats = 'true';

export const webhooksQuery = (api: Api, { page = 1 }: ListSearch) =>
  api.management.listQuery('/hooks', { query: { ...listQuery({ page }), includeExecutionStats } });

export const webhookQuery = (api: Api, id: string) => ({
  ...api.management.query('/hooks/:id', { params: { id }, query: { includeExecutionStats } }),
  meta: { panel: true },
});

/** Reads a webhook with its unmasked signing key and headers. */
export const revealWebhook = (api: Api, id: string): Promise<Webhook> =>
  api.management.get('/hooks/:id', { params: { id } }, { reveal: true });

/** `event` is the log key, such as TriggerHook.User.Created. */
const periods = ['week', 'month'] as const;
export type RequestPeriod = (typeof periods)[number];

export type RequestSearch = ListSearch & { event?: string; result?: 'Success' | 'Error'; time?: RequestPeriod };

const hour = 3_600_000;
const lengths: Record<RequestPeriod, number> = { week: 7 * 24 * hour, month: 30 * 24 * hour };
/** Starts at a full hour, so that a rerender does not trigger a new request. */
const fromOf = (time: RequestPeriod) => String(Math.floor((Date.now() - lengths[time]) / hour) * hour);

export const parseRequestSearch = ({ event, page, result, time }: Record<string, unknown>): RequestSearch => ({
  ...parseListSearch({ page }),
  ...((result === 'Success' || result === 'Error') && { result }),
  ...((time === 'week' || time === 'month') && { time }),
  ...(typeof event === 'string' && event !== '' && { event }),
});

export const requestsQuery = (api: Api, id: string, { page = 1, event, result, time }: RequestSearch) =>
  api.management.listQuery('/hooks/:id/recent-logs', {
    params: { id },
    query: {
      ...listQuery({ page }),
      ...(event !== undefined && { logKey: event }),
      ...(result && { result }),
      ...(time && { from: fromOf(time) }),
    },
  });

/** Requests that wait for an attempt; the newest are enough to see what is going on. */
export const pendingQuery = (api: Api, id: string) =>
  api.management.listQuery('/hooks/:id/pending-requests', { params: { id }, query: { page: '1', page_size: '20' } });

export const requestQuery = (api: Api, id: string, logId: string) => ({
  ...api.management.query('/hooks/:id/recent-logs/:logId', { params: { id, logId } }),
  meta: { panel: true },
});

/** Matches every query about webhooks and their requests. */
export const aboutWebhooks = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && queryKey[1].startsWith('/hooks');
