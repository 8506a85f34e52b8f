// The product as it is shipped, on a throw-away folder with its embedded database.
import { readFileSync } from 'node:fs';
import { startEmbedded } from '@tessera/server/postgres/embedded';
import { withDatabase } from '@tessera/tests/harness/cluster';
import { type RunningProcess, startProcess } from '@tessera/tests/harness/process';
import type { TestServer } from '@tessera/tests/harness/test-server';
import pg from 'pg';
import { cpuOf } from './process-numbers.ts';

/** The limits that `npm start` gives it. */
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
const nodeArguments = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

export type StartUp = { wall: number; cpu: number };

/** Starts it and asks it one question; milliseconds until the answer was there. */
export const startProduct = async (dataDir: string): Promise<{ running: RunningProcess; startUp: StartUp }> => {
  const began = performance.now();
  // The endpoints that are told something are on this machine.
  const env = { DATA_DIR: dataDir, OUTBOUND_ALLOW: '127.0.0.1' };
  const running = await startProcess(env, { nodeArguments });
  const answer = await fetch(`${running.origin}/oidc/.well-known/openid-configuration`);
  await answer.text();
  return { running, startUp: { wall: performance.now() - began, cpu: cpuOf(running.pid) } };
};

/** Joins its database as superuser, to look at what the load did there. */
export const inspect = async (running: RunningProcess, dataDir: string) => {
  const { url, superuserUrl, stop } = await startEmbedded({ dataDir, log: () => {} });
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  // From another database, so that asking is not counted.
  const observer = new pg.Client({ connectionString: withDatabase(superuserUrl, 'postgres') });
  await observer.connect();
  const server: TestServer = {
    ...running,
    databaseUrl: url,
    edition: 'oss',
    base: (tenantId) => (tenantId === 'default' ? running.origin : `${running.origin}/t/${tenantId}`),
    query: async (sql, values) => (await client.query(sql, values)).rows,
  };
  return {
    server,
    /** Transactions that the database has seen so far; a statement outside of a transaction counts as one. */
    transactions: async (): Promise<number> => {
      const { rows } = await observer.query(
        `select xact_commit + xact_rollback as count from pg_stat_database where datname = 'tessera'`,
      );
      return Number(rows[0]?.count);
    },
    leave: async () => {
      await Promise.all([client.end(), observer.end()]);
      await stop();
    },
  };
};
export type Inspected = Awaited<ReturnType<typeof inspect>>;
