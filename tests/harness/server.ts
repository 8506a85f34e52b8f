// A server for one test file: a database of its own and everything a test asks of it.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { withDatabase } from './cluster.ts';
import { type RunningProcess, startProcess } from './process.ts';

export type Edition = 'oss' | 'cloud';

/** A migrated and seeded database nobody else uses. */
export const newDatabase = async (edition: Edition | 'empty' = 'oss'): Promise<string> => {
  const superuserUrl = inject('superuserUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  const template = edition === 'empty' ? 'template1' : `template_${edition}`;
  await superuser.query(`create database ${name} template ${template} owner tessera`);
  await superuser.end();
  if (edition === 'empty') await asSuperuser(name, (client) => client.query('create extension if not exists pg_trgm'));
  return withDatabase(superuserUrl, name, 'tessera:tessera');
};

const nameOf = (url: string) => /\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? '';

/** Looks behind the scenes, past row-level security. */
export const asSuperuser = async <T>(urlOrName: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const name = urlOrName.includes('/') ? nameOf(urlOrName) : urlOrName;
  const client = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

export type TestServer = RunningProcess & {
  databaseUrl: string;
  edition: Edition;
  /** Base URL of a tenant. */
  base(tenantId: string): string;
  query<Row = Record<string, never>>(sql: string, values?: unknown[]): Promise<Row[]>;
};

export const startServer = async (
  options: { edition?: Edition; env?: Record<string, string>; databaseUrl?: string; nodeArguments?: string[] } = {},
): Promise<TestServer> => {
  const { edition = 'oss', env = {} } = options;
  const databaseUrl = options.databaseUrl ?? (await newDatabase(edition));
  const running = await startProcess(
    { DATABASE_URL: databaseUrl, EDITION: edition, DATABASE_POOL_SIZE: '8', ...env },
    options.nodeArguments ? { nodeArguments: options.nodeArguments } : {},
  );
  return {
    ...running,
    databaseUrl,
    edition,
    base: (tenantId) =>
      tenantId === 'default' && edition === 'oss' ? running.origin : `${running.origin}/t/${tenantId}`,
    query: async (sql, values) => asSuperuser(databaseUrl, async (client) => (await client.query(sql, values)).rows),
  };
};

/** Starts a server that ends with the test file. */
export const useServer = async (options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> => {
  const server = await startServer(options);
  afterAll(() => server.stop().then(() => {}));
  return server;
};
