// Servers and databases in a prepared cluster, for any test runner.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { withDatabase } from './cluster.ts';
import { type RunningProcess, startProcess } from './process.ts';

export type Edition = 'oss' | 'cloud';

export type TestServer = RunningProcess & {
  databaseUrl: string;
  edition: Edition;
  /** Base URL of a tenant. */
  base(tenantId: string): string;
  query<Row = Record<string, never>>(sql: string, values?: unknown[]): Promise<Row[]>;
};

export type StartOptions = {
  edition?: Edition;
  env?: Record<string, string>;
  databaseUrl?: string;
  nodeArguments?: string[];
  /** A wrapper command, see process.ts. */
  through?: readonly string[];
};

const nameOf = (url: string) => /\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? '';

/** `superuserUrl` belongs to a cluster made by `startPreparedCluster`. */
export const serversIn = (superuserUrl: string) => {
  const asSuperuser = async <T>(urlOrName: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const name = urlOrName.includes('/') ? nameOf(urlOrName) : urlOrName;
    const client = new pg.Client({ connectionString: withDatabase(superuserUrl, name) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  const newDatabase = async (edition: Edition | 'empty' = 'oss'): Promise<string> => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const template = edition === 'empty' ? 'template1' : `template_${edition}`;
    await asSuperuser('postgres', (client) =>
      client.query(`create database ${name} template ${template} owner tessera`),
    );
    if (edition === 'empty')
      await asSuperuser(name, (client) => client.query('create extension if not exists pg_trgm'));
    return withDatabase(superuserUrl, name, 'tessera:tessera');
  };

  const startServer = async (options: StartOptions = {}): Promise<TestServer> => {
    const { edition = 'oss', env = {} } = options;
    const databaseUrl = options.databaseUrl ?? (await newDatabase(edition));
    const running = await startProcess(
      { DATABASE_URL: databaseUrl, EDITION: edition, DATABASE_POOL_SIZE: '8', ...env },
      { nodeArguments: options.nodeArguments ?? [], through: options.through ?? [] },
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

  return { asSuperuser, newDatabase, startServer };
};
