// The embedded database with real PostgreSQL processes: start, join, crash, stop.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chooseAccount, launch } from './account.ts';
import { findBinaries } from './binaries.ts';
import { locate } from './data-paths.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { programOf, readPidFile } from './pid-file.ts';

// Most tests share one cluster, since creating one takes longer than the rest.
const folder = await mkdtemp(join(tmpdir(), 'tessera-postgres-'));
const dataDir = join(folder, 'data');
const started: Embedded[] = [];
const lines: string[] = [];

// As root, PostgreSQL runs as another account, which needs access.
beforeAll(() => chmod(folder, 0o755));

afterEach(async () => {
  for (const embedded of started.splice(0)) await embedded.stop();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const start = async (directory = dataDir) => {
  const embedded = await startEmbedded({ dataDir: directory, log: (line) => lines.push(line) });
  started.push(embedded);
  return embedded;
};

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
};

const pidOf = async (directory = dataDir) => (await readPidFile((await locate(directory)).cluster))?.pid ?? 0;

const eventually = async <T>(attempt: () => Promise<T>, milliseconds = 180_000): Promise<T> => {
  for (const end = Date.now() + milliseconds; ; await sleep(50)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
};

describe('the embedded PostgreSQL', () => {
  test('has an unprivileged role and its own database, and leaves nothing running', async () => {
    const { url, stop } = await start();
    const [row] = await query(
      url,
      `select current_user as role, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
         (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner,
         similarity('tessera', 'tessera') as trigram, lower('ÄÉ') as lower, current_setting('server_encoding') as encoding,
         current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses
       from pg_roles where rolname = current_user`,
    );
    expect(row).toMatchObject({ role: 'tessera', owner: 'tessera', encoding: 'UTF8', fsync: 'on', addresses: '' });
    expect(row).toMatchObject({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    expect(row).toMatchObject({ trigram: 1 });
    await query(url, 'create table kept (word text)');
    expect((await stat(join(dataDir, 'socket'))).mode & 0o777).toBe(0o700);
    const pid = await pidOf();
    expect(programOf(pid)).toBe('postgres');
    await stop();
    expect(programOf(pid)).toBeUndefined();
    expect(await pidOf()).toBe(0);

    const again = await start();
    expect(
      await query(again.superuserUrl, `select current_user as role, to_regclass('kept') is not null as kept`),
    ).toEqual([{ role: 'postgres', kept: true }]);
  });

  test('is shared by concurrent starts and stopped by the last one', async () => {
    const shared = join(folder, 'shared');
    const [one, two] = await Promise.all([start(shared), start(shared)]);
    const pid = await pidOf(shared);
    expect(one.url).toBe(two.url);
    expect((await readdir(shared)).sort()).toEqual(['postgres', 'postgres.log', 'socket']);
    await one.stop();
    expect(await query(two.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const three = await start(shared);
    expect(await pidOf(shared)).toBe(pid);
    await Promise.all([two.stop(), three.stop()]);
    expect(programOf(pid)).toBeUndefined();
  });

  test('restarts at the same address after a kill', async () => {
    const { url } = await start();
    const pid = await pidOf();
    process.kill(pid, 'SIGKILL');
    await eventually(async () => expect(await pidOf()).not.toBe(pid));
    expect(await eventually(() => query(url, 'select * from kept'))).toEqual([]);
    await eventually(async () => expect(lines.at(-1)).toBe('PostgreSQL is back.'));
  });

  test('is joined by the next start when its process was killed', async () => {
    const script = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
      await startEmbedded({ dataDir: process.argv[1], log: () => {} }); process.stdout.write('up');`;
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const pid = await pidOf();
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    expect(programOf(pid)).toBe('postgres');
    const { stop } = await start();
    expect(await pidOf()).toBe(pid);
    await stop();
    expect(programOf(pid)).toBeUndefined();
  });

  test('starts despite a stale pid file, even if its number was reused', async () => {
    await (await start()).stop();
    const { root, cluster, socketDir } = await locate(dataDir);
    const account = chooseAccount(join((await findBinaries()).directory, 'postgres'), root);
    const other = launch(account, '/bin/sleep', ['30'], { stdio: 'ignore' });
    try {
      await writeFile(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n1700000000\n5432\n${socketDir}\n\n`);
      const { url } = await start();
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(await pidOf()).not.toBe(other.pid);
    } finally {
      other.kill();
    }
  });

  test("uses a private temporary folder if the data folder's path is too long", async () => {
    const long = join(folder, 'a folder, with much to say'.repeat(5), 'data');
    const { url, stop } = await start(long);
    const { socketDir } = await locate(long);
    expect(dirname(socketDir)).toBe(tmpdir());
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    await expect(stat(socketDir)).rejects.toThrow('ENOENT');

    await mkdir(socketDir);
    await chmod(socketDir, 0o777);
    await expect(start(long)).rejects.toThrow('open to others');
    expect(await pidOf(long)).toBe(0);
    await rm(socketDir, { recursive: true });
  });

  test('leaves nothing behind when a start fails', async () => {
    const { superuserUrl, stop } = await start();
    await query(superuserUrl, 'alter role postgres nologin');
    await stop();
    await expect(start()).rejects.toThrow('not permitted to log in');
    expect(await pidOf()).toBe(0);

    await writeFile(join(dataDir, 'postgres/postgresql.conf'), 'max_connections = many');
    await expect(start()).rejects.toThrow(/^PostgreSQL does not start: .*\(see .*postgres\.log\)$/);
    expect(await pidOf()).toBe(0);
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('max_connections');
  });
});
