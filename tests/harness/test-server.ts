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
const databaseOf = (urlOrName: string) => (urlOrName.includes('/') ? nameOf(urlOrName) : urlOrName);

/** Made by this process and not dropped yet. */
const databases = new Set<string>();

/** By database. Files of one worker may share it, so it outlives a call of `serversIn`. */
const connections = new Map<string, Promise<pg.Client>>();

/** `superuserUrl` belongs to a cluster made by `startPreparedCluster`. */
export const serversIn = (superuserUrl: string) => {
  const asSuperuser = async <T>(urlOrName: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const name = databaseOf(urlOrName);
    const client = new pg.Client({ connectionString: withDatabase(superuserUrl, name) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  /** For queries of a server's tests: opening a connection takes longer than most of them. */
  const connect = async (databaseUrl: string): Promise<pg.Client> => {
    const name = nameOf(databaseUrl);
    const client = new pg.Client({ connectionString: withDatabase(superuserUrl, name) });
    const forget = () => void connections.delete(name);
    client.on('error', forget).once('end', forget);
    await client.connect();
    return client;
  };
  const query = async <Row>(databaseUrl: string, sql: string, values?: unknown[]): Promise<Row[]> => {
    const name = nameOf(databaseUrl);
    const connection = connections.get(name) ?? connect(databaseUrl);
    connections.set(name, connection);
    return (await (await connection).query(sql, values)).rows as Row[];
  };
  /** Disconnects all its users. */
  const dropDatabase = async (urlOrName: string) => {
    const name = databaseOf(urlOrName);
    const connection = await connections.get(name);
    connections.delete(name);
    await connection?.end();
    await asSuperuser('postgres', (client) => client.query(`drop database if exists ${name} with (force)`));
    databases.delete(name);
  };
  const dropDatabases = async () => {
    for (const name of databases) await dropDatabase(name);
  };

  const newDatabase = async (edition: Edition | 'empty' = 'oss'): Promise<string> => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const template = edition === 'empty' ? 'template1' : `template_${edition}`;
    await asSuperuser('postgres', (client) =>
      client.query(`create database ${name} template ${template} owner tessera`),
    );
    databases.add(name);
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
      query: (sql, values) => query(databaseUrl, sql, values),
    };
  };

  return { asSuperuser, dropDatabase, dropDatabases, newDatabase, startServer };
};
