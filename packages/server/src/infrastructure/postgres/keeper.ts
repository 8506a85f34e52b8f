// One connection that each process keeps while it uses the embedded database. A shared lock on it means "in use": the
// last process finds no other lock and stops PostgreSQL. If the connection breaks, PostgreSQL has died.
import pg from 'pg';
import { superuser } from './cluster.ts';
import { port } from './data-paths.ts';

export type Keeper = {
  lost: Promise<void>;
  query(text: string): Promise<pg.QueryResult>;
  // Releases the lock; true if no other process has it, and then none can take it any more.
  isLast(): Promise<boolean>;
  close(): Promise<void>;
};

const inUse = 7_364_523;

// Environment settings (PGPORT, PGSSLMODE, …) are for other databases, so everything they could change is explicit.
export const urlOf = (socketDir: string, user: string, database: string) =>
  `postgresql://${user}@/${database}?host=${socketDir}&port=${port}&sslmode=disable`;

export const connect = async (socketDir: string, database: string) => {
  const client = new pg.Client({
    connectionString: urlOf(socketDir, superuser, database),
    application_name: 'tessera supervisor',
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  await client.connect();
  return { client, lost };
};

// Waits while another process is about to stop PostgreSQL: the connection then breaks, which is an error here.
export const takeHold = async (socketDir: string): Promise<Keeper> => {
  const { client, lost } = await connect(socketDir, superuser);
  const close = () => client.end().catch(() => {});
  try {
    await client.query(`select pg_advisory_lock_shared(${inUse})`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    lost,
    query: (text) => client.query(text),
    isLast: async () => {
      await client.query(`select pg_advisory_unlock_shared(${inUse})`);
      const { rows } = await client.query<{ last: boolean }>(`select pg_try_advisory_lock(${inUse}) as last`);
      return rows[0]?.last === true;
    },
    close,
  };
};
