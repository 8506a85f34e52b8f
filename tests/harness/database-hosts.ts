// A PostgreSQL for one test, optionally with synchronous streaming standbys. Each can be killed, frozen and promoted.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';
import { initializeCluster, postgresPrograms } from './postgres-programs.ts';

const programs = postgresPrograms('embedded');

/** Each backend leads its own process group, so signaling the postmaster's group would miss them. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent;
      } catch {
        return false; // it has just ended, or is not a process
      }
    });

/** All at once, as when the machine freezes or loses power. */
const signalAll = (postmaster: number, name: NodeJS.Signals) => {
  // A frozen postmaster starts no more children.
  if (name !== 'SIGCONT') process.kill(postmaster, 'SIGSTOP');
  for (const pid of [...childrenOf(postmaster), postmaster]) process.kill(pid, name);
};

export type DatabaseHost = Awaited<ReturnType<typeof startHost>>;

const startHost = async (folder: string, data: string, port: number, settings: Record<string, string> = {}) => {
  const given = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off', ...settings };
  const words = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = programs.start(programs.path('postgres'), ['-D', data, '-p', String(port), ...words]);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const urlOf = (database: string, login: string) => `postgresql://${login}@127.0.0.1:${port}/${database}`;
  const query = async <Row extends pg.QueryResultRow>(
    text: string,
    database = 'postgres',
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlOf(database, 'root') });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const signal = (name: NodeJS.Signals) => {
    const { pid, exitCode, signalCode } = child;
    if (pid && exitCode === null && signalCode === null) signalAll(pid, name);
  };
  const kill = async () => {
    signal('SIGKILL');
    await exited;
  };
  const answers = () =>
    query('select 1').then(
      () => true,
      () => false,
    );
  await eventually(answers, { what: `the start of PostgreSQL at ${data}` }).catch(async (error) => {
    await kill();
    throw error;
  });
  return {
    port,
    data,
    address: `127.0.0.1:${port}`,
    query,
    signal,
    kill,
  };
};

/** A standby of a running primary. */
const startStandby = async (folder: string, primary: DatabaseHost, name: string) => {
  const data = join(folder, name);
  const client = new pg.Client({ connectionString: `postgresql://root@${primary.address}/postgres` });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  await programs.run('cp', ['-a', primary.data, data]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  rmSync(join(data, 'postmaster.pid'));
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(data, 'standby.signal'), '');
  const connection = `host=127.0.0.1 port=${primary.port} user=root application_name=${name}`;
  for (const name of ['backup_label', 'standby.signal']) await programs.handOver(join(data, name));
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  const standby = await startHost(folder, data, await freePort());
  // From here on, commits wait for the standby.
  await primary.query(`alter system set synchronous_standby_names = '${name}'`);
  await primary.query('select pg_reload_conf()');
  await eventually(async () => {
    const [state] = await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication');
    return state?.sync_state === 'sync';
  });
  return standby;
};

export const startDatabaseHosts = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-hosts-'));
  await programs.handOver(folder);
  const data = join(folder, 'first');
  await initializeCluster(programs, data);
  const hosts: DatabaseHost[] = [];
  const keep = (host: DatabaseHost) => {
    hosts.push(host);
    return host;
  };
  const stop = async () => {
    for (const host of hosts) await host.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const addStandby = async (of: DatabaseHost) => keep(await startStandby(folder, of, `standby${hosts.length}`));
  try {
    const primary = keep(await startHost(folder, data, await freePort()));
    await primary.query('create role tessera login');
    await primary.query('create database tessera owner tessera');
    await primary.query('create extension pg_trgm', 'tessera');
    return {
      primary,
      addStandby,
      promote: async (standby: DatabaseHost) => void (await standby.query('select pg_promote()')),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
