// The connection pool, and the settings of every connection: types, timeouts, role.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { throughTransactions } from './transaction-pooler.ts';

const { builtins } = pg.types;

// Times are epoch milliseconds, and counters fit a number.
const parsers: Record<number, (value: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: (value) => new Date(value).getTime(),
  [builtins.INT8]: Number,
  [builtins.DATE]: String,
};

export type PoolOptions = {
  url: string;
  /** Shared by all connections to this URL. */
  hosts?: Hosts;
  size: number;
  role: string | undefined;
  log: Log;
  /** Additional settings of every connection. */
  settings?: Record<string, string>;
  /** The URL leads to a pooler in transaction mode. */
  hasTransactionPooler?: boolean;
};

const timeouts = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };

const readOnlyTransaction = '25006';

/** Drops connections to a host that was replaced; their requests fail and are retried. */
const followHosts = (pool: pg.Pool, hosts: Hosts, clients: ReadonlySet<pg.PoolClient>) => {
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyTransaction) hosts.suspect(client);
    });
  });
  hosts.onFound((isThere) => {
    for (const client of clients) if (!isThere(client)) client.connection.stream.destroy();
  });
};

const openClients = (pool: pg.Pool): ReadonlySet<pg.PoolClient> => {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return clients;
};

/** A connection whose database does not answer is not waited for. */
const mostToClose = 1_000;

/** The library ends a pool before its connections are closed; a database stopped then would report them as lost. */
const endWithConnections = (pool: pg.Pool, clients: ReadonlySet<pg.PoolClient>) => {
  const end: () => Promise<void> = pool.end.bind(pool);
  const closed = async () => {
    while (clients.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  };
  Object.assign(pool, {
    end: async () => {
      await end();
      await Promise.race([closed(), sleep(mostToClose, undefined, { ref: false })]);
    },
  });
};

/** Startup options, which a pooler in transaction mode would reject or lose. */
const startupOf = (settings: Record<string, string>): pg.PoolConfig => {
  const parameters = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { ...timeouts, ...(parameters.length > 0 && { options: parameters.join(' ') }) };
};

export const createPool = (options: PoolOptions): pg.Pool => {
  const { url, hosts = createHosts(url), size, role, log, hasTransactionPooler = false } = options;
  const settings = { ...(role && { role }), ...options.settings };
  const limits = Object.fromEntries(Object.entries(timeouts).map(([name, value]) => [name, String(value)]));
  const createClient = (config: pg.ClientConfig) => {
    const client = hosts.createClient(config);
    return hasTransactionPooler ? throughTransactions(client, { ...settings, ...limits }) : client;
  };
  const pool = new pg.Pool({
    connectionString: hosts.url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: false,
    application_name: 'tessera',
    ...(!hasTransactionPooler && startupOf(settings)),
    // The pool calls it with `new`, which arrow functions do not support.
    Client: function Client(config: pg.ClientConfig) {
      return createClient(config);
    } as unknown as new () => pg.ClientBase,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener, losing a connection would end the process: an idle one, or one held by a request between
  // statements (whose next statement fails, which is enough).
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  const clients = openClients(pool);
  followHosts(pool, hosts, clients);
  endWithConnections(pool, clients);
  return pool;
};
