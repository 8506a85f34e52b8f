// The PostgreSQL of the tests: the product's embedded one, or the system's over TCP like any external database. Each
// test file gets its own databases, copied from a template.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@tessera/server/infrastructure/postgres/embedded';
import pg from 'pg';
import { freePort } from './ports.ts';
import { initializeCluster, postgresPrograms } from './postgres-programs.ts';

/** Databases of tests are discarded, so nothing has to survive, and nothing is worth cleaning up. */
const disposable = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '2GB',
};

const roomNeeded = 8 * 2 ** 30;

/** In memory if there is room: creating and deleting hundreds of databases takes a while on a disk. */
const newFolder = (prefix: string) => {
  const memory = '/dev/shm';
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  return mkdtempSync(join(bavail * bsize > roomNeeded ? memory : tmpdir(), `${prefix}${process.pid}-`));
};

/** Programs such as PgBouncer refuse to run as root. */
export const unprivilegedUser = () => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined);

/** A system PostgreSQL on a TCP port with a password, independent of the product. */
export const startExternal = async () => {
  const programs = postgresPrograms('system');
  const folder = newFolder('tessera-external-');
  await programs.handOver(folder);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const port = await freePort();
  await initializeCluster(programs, data);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '200',
    ...disposable,
  };
  const server = programs.start(programs.path('postgres'), [
    ...['-D', data, '-p', String(port)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const superuserUrl = `postgresql://root@127.0.0.1:${port}/postgres`;
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: superuserUrl });
    try {
      await client.connect();
      await client.query("create role tessera login password 'tessera'");
      await client.end();
      break;
    } catch (error) {
      await client.end().catch(() => {});
      if (tries > 1200 || server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    superuserUrl,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const startCluster = async () => {
  if (process.env.TEST_DATABASE === 'external') return startExternal();
  const folder = newFolder('tessera-embedded-');
  const { superuserUrl, stop } = await startEmbedded({ dataDir: folder, log: () => {} });
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  for (const [name, value] of Object.entries(disposable)) {
    await superuser.query(`alter system set ${name} = '${value}'`);
  }
  await superuser.query('select pg_reload_conf()');
  await superuser.end();
  return {
    superuserUrl,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const withDatabase = (url: string, database: string, role?: string): string => {
  const [head = '', query] = url.split('?');
  const renamed = head.replace(/\/[^/]*$/, `/${database}`);
  const login = role ? renamed.replace(/\/\/[^@]*@/, `//${role}@`) : renamed;
  return query ? `${login}?${query}` : login;
};
