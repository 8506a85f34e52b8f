// The latest sign-ins through an application. Tests of the console don't count.
import type { LogPayload } from '@tessera/contract/audit-logs';
import type { Api } from '../../app/api.ts';

const pollInterval = 3000;
/** Enough to find a success among tests. */
const mostRead = 20;

type Filter = { applicationId: string; isMachine: boolean };
type Attempt = { createdAt: number; payload: LogPayload };
type Attempts = { items: readonly Attempt[] };

const newest = ({ items }: Attempts) => items.find(({ payload }) => payload.isTest !== true);

const attemptsQuery = (api: Api, { applicationId, isMachine }: Filter, result: 'Success' | 'Error') => ({
  ...api.management.listQuery('/logs', {
    query: {
      page: '1',
      page_size: String(mostRead),
      logKey: isMachine ? 'ExchangeTokenBy.ClientCredentials' : 'ExchangeTokenBy.AuthorizationCode',
      applicationId,
      result,
    },
  }),
  meta: { silent: true },
});

/** Reads until one has succeeded, but not while the page is hidden. */
export const signInsQuery = (api: Api, filter: Filter) => ({
  ...attemptsQuery(api, filter, 'Success'),
  refetchInterval: ({ state: { data } }: { state: { data?: Attempts | undefined } }) =>
    data && newest(data) ? (false as const) : pollInterval,
});

export const failuresQuery = (api: Api, filter: Filter) => ({
  ...attemptsQuery(api, filter, 'Error'),
  refetchInterval: pollInterval,
});

export const latestSignIn = newest;

/** The reason why the newest attempt failed. */
export const latestFailure = (attempts: Attempts): string | undefined => {
  const failure = newest(attempts);
  if (!failure) return undefined;
  const { error } = failure.payload;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return typeof error === 'string' ? error : '';
};
