// The shipped product in a temporary folder with its embedded database.
import { readFileSync } from 'node:fs';
import { startEmbedded } from '@tessera/server/infrastructure/postgres/embedded';
import { withDatabase } from '@tessera/tests/harness/cluster';
import { type RunningProcess, startProcess } from '@tessera/tests/harness/process';
import type { TestServer } from '@tessera/tests/harness/test-server';
import pg from 'pg';
import { cpuOf } from './process-numbers.ts';

/** The options `npm start` uses. */
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
const nodeArguments = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

export type StartUp = { wall: number; cpu: number };

/** Starts it and sends one request; returns the milliseconds until the response. */
export const startProduct = async (
  dataDir: string,
  more: Record<string, string> = {},
): Promise<{ running: RunningProcess; startUp: StartUp }> => {
  const began = performance.now();
  // The webhook endpoints are on this machine.
  const env = { DATA_DIR: dataDir, OUTBOUND_ALLOW: '127.0.0.1', PROTECTED_APPS_DOMAIN: 'apps.test', ...more };
  const running = await startProcess(env, { nodeArguments });
  const answer = await fetch(`${running.origin}/oidc/.well-known/openid-configuration`);
  await answer.text();
  return { running, startUp: { wall: performance.now() - began, cpu: cpuOf(running.pid) } };
};

/** The server's database backends. */
export const backendsOf = (server: TestServer) => async (): Promise<number[]> => {
  const rows = await server.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'tessera'`,
  );
  return rows.map(({ pid }) => pid);
};

/** Connects to its database as superuser, to inspect the effect of the load. */
export const inspect = async (running: RunningProcess, dataDir: string) => {
  const { url, superuserUrl, stop } = await startEmbedded({ dataDir, log: () => {} });
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  // From another database, so that these queries are not counted.
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
    /** Transactions so far; a statement outside of a transaction counts as one. */
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
