// Queries for the audit log pages.
import type { Api } from '../../app/api.ts';
import { type ListSearch, pageSize } from '../../kit/list-search.ts';
import { isGrouped, type LogSearch, type TimeName } from './log-search.ts';

export type Kind = 'events' | 'changes';

// Not imported from the contract, which would add all keys to the initial bundle.
const changeFamily = 'Change';

const minute = 60_000;
const lengths: Record<Exclude<TimeName, 'yesterday'>, number> = {
  hour: 60 * minute,
  day: 1440 * minute,
  week: 7 * 1440 * minute,
  month: 30 * 1440 * minute,
};

const midnight = (daysAgo: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
};

/** Relative times start at a full minute, so that a rerender does not trigger a new request. */
const rangeOf = ({ time, from, to }: LogSearch): Pick<LogSearch, 'from' | 'to'> => {
  if (time === 'yesterday') return { from: midnight(1), to: midnight(0) - 1 };
  if (time !== undefined) return { from: Math.floor((Date.now() - lengths[time]) / minute) * minute };
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};

export const filterQuery = (kind: Kind, search: LogSearch) => {
  const { event, applicationId, userId, connectorId, result, ip, sessionId, interactionId } = search;
  const { from, to } = rangeOf(search);
  const logKey = event ?? (kind === 'changes' ? changeFamily : undefined);
  return {
    ...(logKey !== undefined && { logKey }),
    ...(applicationId !== undefined && { applicationId }),
    ...(userId !== undefined && { userId }),
    ...(connectorId !== undefined && { connectorId }),
    ...(result !== undefined && { result }),
    ...(ip !== undefined && { ip }),
    ...(sessionId !== undefined && { sessionId }),
    ...(interactionId !== undefined && { interactionId }),
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  };
};

/** A sign-in has about seven steps, so a page of groups reads more entries. */
export const pageSizeOf = (kind: Kind, search: LogSearch) =>
  kind === 'events' && isGrouped(search) ? 3 * pageSize : pageSize;

export const logsQuery = (api: Api, kind: Kind, search: LogSearch) =>
  api.management.listQuery('/logs', {
    query: {
      page: String(search.page ?? 1),
      page_size: String(pageSizeOf(kind, search)),
      ...filterQuery(kind, search),
    },
  });

export const organizationChangesQuery = (api: Api, organizationId: string, { page = 1 }: ListSearch) =>
  api.management.listQuery('/logs', {
    query: { page: String(page), page_size: String(pageSize), logKey: changeFamily, organizationId },
  });

const mostSteps = '100';

/** All steps of sign-in attempts, also those that the filters leave out. */
export const stepsQuery = (api: Api, attempts: readonly string[]) => ({
  ...api.management.listQuery('/logs', { query: { page_size: mostSteps, interactionId: attempts.join(',') } }),
  meta: { silent: true },
});

export const actorsQuery = (api: Api) => ({
  ...api.management.query('/log-actors'),
  staleTime: 60_000,
  meta: { silent: true },
});

export const logQuery = (api: Api, id: string) => ({
  ...api.management.query('/logs/:id', { params: { id } }),
  // Log entries never change.
  staleTime: Number.POSITIVE_INFINITY,
  meta: { panel: true },
});

/** All users of a log page in one request. */
export const loggedUsersQuery = (api: Api, ids: string[]) => ({
  ...api.management.listQuery('/users', {
    query: { page: '1', page_size: '100', 'search.id': ids, 'mode.id': 'exact', isCaseSensitive: 'true' },
  }),
  staleTime: 60_000,
  meta: { silent: true },
});
