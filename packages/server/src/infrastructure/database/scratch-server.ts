// A PostgreSQL for the tests of this folder: an embedded one, or the server at TEST_DATABASE_URL (superuser), with any
// number of databases.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { random } from '../../random.ts';
import { startEmbedded } from '../postgres/embedded.ts';

const startServer = async () => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { superuserUrl: given, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'tessera-schema-'));
  // As root, PostgreSQL runs as another account, which needs access.
  await chmod(folder, 0o755);
  const { superuserUrl, stop } = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  return {
    superuserUrl,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const addressed = (url: string, user: string, database: string) => {
  const changed = new URL(url.replace('@/', '@localhost/'));
  changed.username = user;
  changed.pathname = `/${database}`;
  return url.includes('@/') ? changed.href.replace('@localhost/', '@/') : changed.href;
};

export type ScratchDatabase = { url: string; superuserUrl: string };

export const startScratchServer = async () => {
  const { superuserUrl, stop } = await startServer();
  const owner = `tessera_test_${random.shortId()}`;
  const made: string[] = [];
  const clients: pg.Client[] = [];

  const connect = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };

  const admin = await connect(superuserUrl);
  const isOurs = !process.env.TEST_DATABASE_URL;
  if (isOurs) {
    // Durability is not needed, and creating databases is much faster without it.
    await admin.query('alter system set fsync = off');
    await admin.query('select pg_reload_conf()');
  }
  await admin.query(`create role ${owner} login nosuperuser nobypassrls`);

  return {
    connect,
    /** An empty database: the URL of its owner (an ordinary role) and of a superuser. */
    createDatabase: async (): Promise<ScratchDatabase> => {
      const name = `${owner}_${made.length}`;
      await admin.query(`create database ${name} owner ${owner}`);
      made.push(name);
      const superuser = decodeURIComponent(new URL(superuserUrl.replace('@/', '@localhost/')).username);
      return { url: addressed(superuserUrl, owner, name), superuserUrl: addressed(superuserUrl, superuser, name) };
    },
    stop: async () => {
      if (!isOurs) {
        for (const name of made) await admin.query(`drop database ${name} with (force)`);
        await admin.query(`drop role ${owner}`);
      }
      await Promise.all(clients.map((client) => client.end()));
      await stop();
    },
  };
};

export type ScratchServer = Awaited<ReturnType<typeof startScratchServer>>;

/** Binds a connection to a tenant. */
export const become = (client: pg.Client, tenant: string) =>
  client.query(`select set_config('tessera.tenant', $1, false)`, [tenant]);

/** The rows of a query; for a single column, its values. */
export const list = async (client: pg.Client, text: string): Promise<unknown[]> =>
  (await client.query({ text, rowMode: 'array' })).rows.map((row: unknown[]) => (row.length === 1 ? row[0] : row));

export const addUser = (client: pg.Client, id: string, columns: Record<string, unknown> = {}) => {
  const names = ['id', ...Object.keys(columns)];
  const values = names.map((_, index) => `$${index + 1}`);
  return client.query(`insert into users (${names}) values (${values})`, [id, ...Object.values(columns)]);
};
