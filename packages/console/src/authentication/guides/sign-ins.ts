// The latest sign-ins through an application.
import type { Api } from '../../app/api.ts';

const pollInterval = 3000;
/** Enough to find a success among failed attempts. */
const attempts = 5;

type Filter = { applicationId: string; isMachine: boolean };

/** Reads until one has succeeded, but not while the page is hidden. */
export const signInsQuery = (api: Api, { applicationId, isMachine }: Filter) => {
  const query = api.management.listQuery('/logs', {
    query: {
      page: '1',
      page_size: String(attempts),
      logKey: isMachine ? 'ExchangeTokenBy.ClientCredentials' : 'ExchangeTokenBy.AuthorizationCode',
      applicationId,
    },
  });
  return {
    ...query,
    refetchInterval: ({ state }: { state: { data?: Attempts | undefined } }) =>
      state.data && latestSignIn(state.data) ? (false as const) : pollInterval,
    meta: { silent: true },
  };
};

type Attempt = {
  createdAt: number;
  payload: { result: string; userId?: string | undefined; error?: unknown };
};
type Attempts = { items: readonly Attempt[] };

export const latestSignIn = ({ items }: Attempts) => items.find(({ payload }) => payload.result === 'Success');

/** The reason why the newest attempt failed. */
export const latestFailure = ({ items: [newest] }: Attempts): string | undefined => {
  if (newest?.payload.result !== 'Error') return undefined;
  const { error } = newest.payload;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return typeof error === 'string' ? error : '';
};
