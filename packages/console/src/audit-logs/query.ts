// What the pages of the log ask the server for.
import type { Api } from '../app/api.ts';
import { pageSize } from '../kit/list-search.ts';
import type { LogSearch, TimeName } from './log-search.ts';

export type Kind = 'events' | 'changes';

// The list of keys that it belongs to would be part of the first download.
const changeFamily = 'Change';

const minute = 60_000;
const lengths: Record<TimeName, number> = {
  hour: 60 * minute,
  day: 1440 * minute,
  week: 7 * 1440 * minute,
  month: 30 * 1440 * minute,
};

/** "The last hour" begins with a whole minute, so that a page that is drawn again does not ask again. */
const fromOf = ({ time, from }: LogSearch) =>
  time === undefined ? from : Math.floor((Date.now() - lengths[time]) / minute) * minute;

export const filterQuery = (kind: Kind, search: LogSearch) => {
  const { event, applicationId, userId, time, to } = search;
  const from = fromOf(search);
  const logKey = event ?? (kind === 'changes' ? changeFamily : undefined);
  return {
    ...(logKey !== undefined && { logKey }),
    ...(applicationId !== undefined && { applicationId }),
    ...(userId !== undefined && { userId }),
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && time === undefined && { to: String(to) }),
  };
};

export const logsQuery = (api: Api, kind: Kind, search: LogSearch) =>
  api.management.listQuery('/logs', {
    query: { page: String(search.page ?? 1), page_size: String(pageSize), ...filterQuery(kind, search) },
  });

export const logQuery = (api: Api, id: string) => ({
  ...api.management.query('/logs/:id', { params: { id } }),
  // What has been written does not change.
  staleTime: Number.POSITIVE_INFINITY,
  meta: { panel: true },
});

/** All people of a page of the log, in one question. */
export const peopleQuery = (api: Api, ids: string[]) => ({
  ...api.management.listQuery('/users', {
    query: { page: '1', page_size: '100', 'search.id': ids, 'mode.id': 'exact', isCaseSensitive: 'true' },
  }),
  staleTime: 60_000,
  meta: { silent: true },
});
