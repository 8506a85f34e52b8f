// F23: reads that may be a few seconds old use a replica, never older than that, never missing the caller's own writes,
// and fall back to the primary while the replica lags or is away.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type DatabaseHost, startDatabaseHosts } from '../harness/database-hosts.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import type { TestServer } from '../harness/server.ts';

const maxLagSeconds = 6;

let database: Awaited<ReturnType<typeof startDatabaseHosts>>;
let primary: DatabaseHost;
let standby: DatabaseHost;
let server: RunningProcess;
let api: ManagementApi;
beforeAll(async () => {
  database = await startDatabaseHosts();
  primary = database.primary;
  standby = await database.addStandby(primary);
  server = await startProcess({
    DATABASE_URL: `postgresql://tessera@${primary.address}/tessera`,
    DATABASE_REPLICA_URL: `postgresql://tessera@${standby.address}/tessera`,
    DATABASE_REPLICA_MAX_LAG_SECONDS: String(maxLagSeconds),
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'warn',
  });
  api = await managementApi({
    ...server,
    base: (tenantId: string) => (tenantId === 'default' ? server.origin : `${server.origin}/t/${tenantId}`),
    query: (text: string, values?: unknown[]) => primary.query(text, 'tessera', values),
  } as unknown as TestServer);
});
afterAll(async () => {
  await server?.stop();
  await database?.stop();
});

/** Like another node, without notifying this one. */
const addUserElsewhere = (id: string) =>
  primary.query(
    `with tenant as materialized (select set_config('tessera.tenant', 'default', false))
     insert into users (tenant_id, id) select 'default', $1 from tenant`,
    'tessera',
    [id],
  );
const countOnDashboard = async () => {
  const { status, json } = await api.call('GET', '/dashboard/users/total');
  expect(status).toBe(200);
  return (json() as { totalUserCount: number }).totalUserCount;
};
const countInList = async () => Number((await api.call('GET', '/users?page_size=1')).headers.get('total-number'));
const statementsOnStandby = async () => {
  const [row] = await standby.query<{ count: number }>(
    `select sum(xact_commit)::integer as count from pg_stat_database where datname = 'tessera'`,
  );
  return row?.count ?? 0;
};

/** While replay is paused, the replica lacks a new user; if the dashboard does too, it was read from the replica. */
const replicaIsUsed = async () => {
  await standby.query('select pg_wal_replay_pause()');
  try {
    await addUserElsewhere(`elsewhere-${randomBytes(5).toString('hex')}`);
    return (await countOnDashboard()) < (await countInList());
  } finally {
    await standby.query('select pg_wal_replay_resume()');
  }
};
const showsAll = async () => (await countOnDashboard()) === (await countInList());

it('F23 reads dashboard and audit log from the replica, and everything else from the primary', async () => {
  await eventually(replicaIsUsed);
  expect((await api.call('GET', '/logs')).status).toBe(200);
  await eventually(showsAll);
  await eventually(async () => (await statementsOnStandby()) > 0);
});

it('F23 shows callers their own writes, though the replica lacks them', async () => {
  await eventually(replicaIsUsed);
  await eventually(showsAll);
  await standby.query('select pg_wal_replay_pause()');
  const before = await countOnDashboard();
  const { status } = await api.call('POST', '/users', { username: 'own' });
  expect(status).toBe(200);
  expect(await countOnDashboard()).toBe(before + 1);
  await standby.query('select pg_wal_replay_resume()');
  // Once the replica is used again, it has the write.
  await eventually(replicaIsUsed);
  expect(await countOnDashboard()).toBeGreaterThan(before);
});

it('F23 reads from the primary once the replica lags too far', async () => {
  await standby.query('select pg_wal_replay_pause()');
  const before = await countOnDashboard();
  await addUserElsewhere('elsewhere2');
  await eventually(async () => (await countOnDashboard()) === before + 1);
  await eventually(() => server.output().includes('the replica is away or lags too far'));
  await standby.query('select pg_wal_replay_resume()');
  await eventually(() => server.output().includes('the replica is used again'));
});

it('F23 reads from the primary when the replica dies', async () => {
  await standby.kill();
  await primary.query('alter system reset synchronous_standby_names');
  await primary.query('select pg_reload_conf()');
  for (let round = 0; round < 10; round += 1) {
    await countOnDashboard();
    expect((await api.call('GET', '/logs')).status).toBe(200);
    await sleep(100);
  }
});
