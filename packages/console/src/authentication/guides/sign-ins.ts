// The latest sign-ins through an application, and tokens for an API. Tests of the console don't count.
import type { ApplicationType } from '@tessera/contract/applications';
import type { LogPayload } from '@tessera/contract/audit-logs';
import type { Api } from '../../app/api.ts';

const pollInterval = 3000;
/** Enough to find a success among tests. */
const mostRead = 20;

type Filter = { applicationId: string; type: ApplicationType };
type Attempt = { createdAt: number; payload: LogPayload };
type Attempts = { items: readonly Attempt[] };

/** The event that ends a sign-in, and those that can fail before it. */
const eventsOf = (type: ApplicationType) => {
  if (type === 'SAML') return { Success: 'SamlApplication.Callback', Error: 'SamlApplication' };
  if (type === 'Protected') return { Success: 'ProtectedApplication.SignIn', Error: 'ProtectedApplication.SignIn' };
  const exchange = `ExchangeTokenBy.${type === 'MachineToMachine' ? 'ClientCredentials' : 'AuthorizationCode'}`;
  return { Success: exchange, Error: exchange };
};

/** The newest without tests. */
export const newest = ({ items }: Attempts) => items.find(({ payload }) => payload.isTest !== true);

const eventsQuery = (
  api: Api,
  query: { logKey: string; result: 'Success' | 'Error'; applicationId?: string; audience?: string },
) => ({
  ...api.management.listQuery('/logs', { query: { page: '1', page_size: String(mostRead), ...query } }),
  meta: { silent: true },
});

const attemptsQuery = (api: Api, { applicationId, type }: Filter, result: 'Success' | 'Error') =>
  eventsQuery(api, { logKey: eventsOf(type)[result], applicationId, result });

/** Reads until there is what `find` looks for, but not while the page is hidden. */
const until = (find: (attempts: Attempts) => Attempt | undefined) => ({
  refetchInterval: ({ state: { data } }: { state: { data?: Attempts | undefined } }) =>
    data && find(data) ? (false as const) : pollInterval,
});

export const signInsQuery = (api: Api, filter: Filter) => ({
  ...attemptsQuery(api, filter, 'Success'),
  ...until(newest),
});

export const failuresQuery = (api: Api, filter: Filter) => ({
  ...attemptsQuery(api, filter, 'Error'),
  refetchInterval: pollInterval,
});

/** `audience`: the identifier of an API. */
export const tokensQuery = (api: Api, audience: string) => ({
  ...eventsQuery(api, { logKey: 'ExchangeTokenBy', result: 'Success', audience }),
  ...until(newest),
});

/** From the most to the least specific. */
const reasons = ['message', 'description', 'error'];

/** The code and the reason of the failure of the newest attempt. */
export const latestFailure = (attempts: Attempts): string | undefined => {
  const failure = newest(attempts);
  if (!failure) return undefined;
  const { error } = failure.payload;
  if (typeof error !== 'object') return error ?? '';
  const reason = reasons.map((name) => error[name]).find((value) => typeof value === 'string');
  return [error.code, reason].filter((text) => typeof text === 'string').join(': ');
};
