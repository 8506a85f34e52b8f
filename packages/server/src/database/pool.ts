// The pool of connections, and what every connection agrees on: types, time limits, the role it acts as.
import pg from 'pg';
import type { Log } from '../log.ts';

const { builtins } = pg.types;

// On the wire times are epoch milliseconds, and counters fit a number.
const parsers: Record<number, (value: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: (value) => new Date(value).getTime(),
  [builtins.INT8]: Number,
  [builtins.DATE]: String,
};

export type PoolOptions = {
  url: string;
  size: number;
  role: string | undefined;
  log: Log;
  /** What else every connection is told. */
  settings?: Record<string, string>;
};

export const createPool = ({ url, size, role, log, settings = {} }: PoolOptions): pg.Pool => {
  const told = Object.entries({ ...(role && { role }), ...settings }).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: false,
    application_name: 'tessera',
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    ...(told.length > 0 && { options: told.join(' ') }),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener the loss of a connection would end the process: of an idle one, and of one that a request holds
  // while it asks nothing (its next statement fails, which is enough).
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};
