// Finds the host that accepts writes if the connection string has several, and follows a promotion. With a single host
// there is nothing to find.
import pg from 'pg';
import type { Log } from '../../log.ts';
import { type Address, parseDatabaseUrl } from './database-url.ts';

export type Hosts = ReturnType<typeof createHosts>;

const probeTimeoutMs = 2_000;
/** Requests that arrive while no host accepts writes share the result of one search. */
const searchAgainAfterMs = 250;

const textOf = ({ host, port }: Address) => `${host}:${port}`;
const isAt = (client: pg.Client, address: Address) => client.host === address.host && client.port === address.port;

/** Uses the SQLSTATE of a failed connection, so that requests get a retryable error. */
const unavailable = (message: string) => Object.assign(new Error(message), { code: '08001' });

const refuseReadOnly = async (client: pg.Client) => {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly) throw unavailable('it accepts no writes');
};

/** A host with several addresses fails with an AggregateError without a message. */
export const reasonOf = (error: unknown): string =>
  (error instanceof AggregateError && error.message === '' ? (error.errors[0] as Error) : (error as Error)).message;

export const createHosts = (text: string, log?: Log) => {
  const { addresses, url, sessions } = parseDatabaseUrl(text);
  const isSearched = addresses.length > 1 || (sessions ?? 'any') !== 'any';
  const state: { current?: Address; previous?: Address; search?: Promise<Address> } = {};
  const listeners = new Set<(current: Address) => void>();

  const probe = async (address: Address): Promise<Address> => {
    const client = new pg.Client({
      ...{ connectionString: url, application_name: 'tessera', connectionTimeoutMillis: probeTimeoutMs },
      query_timeout: probeTimeoutMs,
    });
    Object.assign(client, address);
    client.on('error', () => {});
    try {
      await client.connect();
      await refuseReadOnly(client);
      void client.end().catch(() => {});
      return address;
    } catch (error) {
      // A frozen server would not respond to a graceful end.
      client.connection.stream.destroy();
      throw error;
    }
  };

  const search = async (): Promise<Address> => {
    const failures: string[] = [];
    const probes = addresses.map((address) =>
      probe(address).catch((error: unknown) => {
        failures.push(`${textOf(address)}: ${reasonOf(error)}`);
        throw error;
      }),
    );
    const found = await Promise.any(probes).catch(() => {
      throw unavailable(`None of the hosts accepts writes (${failures.join('; ')})`);
    });
    if (state.previous && state.previous !== found)
      log?.warn({ host: textOf(found) }, 'the database moved to another host');
    state.current = found;
    state.previous = found;
    for (const listener of listeners) listener(found);
    return found;
  };

  const locate = async (): Promise<Address> => {
    if (state.current) return state.current;
    if (!state.search) {
      state.search = search();
      const forget = () => delete state.search;
      state.search.then(forget, () => void setTimeout(forget, searchAgainAfterMs).unref());
    }
    return state.search;
  };

  /** The next connection searches again. */
  const forget = (client: pg.Client) => {
    if (state.current && isAt(client, state.current)) delete state.current;
  };

  const connectTo = async (client: pg.Client, connect: () => Promise<pg.Client>): Promise<pg.Client> => {
    Object.assign(client, await locate());
    try {
      await connect();
      await refuseReadOnly(client);
      return client;
    } catch (error) {
      forget(client);
      client.connection.stream.destroy();
      throw error;
    }
  };

  return {
    url,
    /** A client that connects to the host that accepts writes. */
    createClient: (config: pg.ClientConfig): pg.Client => {
      const client = new pg.Client({ ...config, connectionString: url });
      if (!isSearched) return client;
      const connect = client.connect.bind(client) as () => Promise<pg.Client>;
      const connectSomewhere = (callback?: (error: Error | null, client?: pg.Client) => void) => {
        const connected = connectTo(client, connect);
        if (!callback) return connected;
        return void connected.then(() => callback(null, client), callback);
      };
      return Object.assign(client, { connect: connectSomewhere as pg.Client['connect'] });
    },
    /** Reports that this client's host does not respond or has refused a write. */
    suspect: (client: pg.Client) => {
      if (!isSearched) return;
      forget(client);
      void locate().catch(() => {});
    },
    /** Called with the host that accepts writes whenever it is found. */
    onFound: (listener: (isThere: (client: pg.Client) => boolean) => void) =>
      void listeners.add((current) => listener((client) => isAt(client, current))),
  };
};
