// F22: PgBouncer in transaction mode between the nodes and the database. Server connections are shared by all tenants,
// and no statement sees another tenant's rows.
import { createPool } from '@tessera/server/infrastructure/database/pool';
import { createDatabases } from '@tessera/server/infrastructure/database/tenant-database';
import { createVault } from '@tessera/server/infrastructure/vault/vault';
import { createLog } from '@tessera/server/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type DatabaseHost, startDatabaseHosts } from '../harness/database-hosts.ts';
import { eventually } from '../harness/eventually.ts';
import { startPgBouncer } from '../harness/pgbouncer.ts';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import type { TestServer } from '../harness/server.ts';
import { demoApp, obtainCode, tokenRequest } from '../harness/sign-in.ts';

const serverConnections = 2;

let database: Awaited<ReturnType<typeof startDatabaseHosts>>;
let primary: DatabaseHost;
let pgBouncer: Awaited<ReturnType<typeof startPgBouncer>>;
let nodes: [RunningProcess, RunningProcess];
let api: ManagementApi;
beforeAll(async () => {
  database = await startDatabaseHosts();
  primary = database.primary;
  const { port } = primary;
  pgBouncer = await startPgBouncer({ port, name: 'tessera', login: 'tessera' }, serverConnections);
  const start = () =>
    startProcess({
      DATABASE_URL: pgBouncer.url,
      DATABASE_DIRECT_URL: `postgresql://tessera@${primary.address}/tessera`,
      DATABASE_POOLER: 'transaction',
      DATABASE_POOL_SIZE: '8',
      LOG_LEVEL: 'warn',
    });
  nodes = [await start(), await start()];
  api = await managementApi({
    ...nodes[0],
    base: (tenantId: string) => (tenantId === 'default' ? nodes[0].origin : `${nodes[0].origin}/t/${tenantId}`),
    query: (text: string, values?: unknown[]) => primary.query(text, 'tessera', values),
  } as unknown as TestServer);
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await pgBouncer?.stop();
  await database?.stop();
});

const signIn = async (username: string, register: boolean) => {
  const [{ origin }] = nodes;
  const client = demoApp(origin);
  const { code, verifier } = await obtainCode({ base: origin, client, username, register });
  const { status } = await tokenRequest(origin, client, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: client.redirectUri,
  });
  return status;
};

it('F22 signs in and serves the Management API, concurrently', async () => {
  const users = ['anna', 'bernd', 'clara', 'dieter', 'emma'];
  expect(await Promise.all(users.map((user) => signIn(user, true)))).toEqual(users.map(() => 200));
  expect(await Promise.all(users.map((user) => signIn(user, false)))).toEqual(users.map(() => 200));
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, index) => api.call('POST', '/applications', { name: `App ${index}`, type: 'SPA' })),
  );
  expect(new Set(created.map(({ status }) => status))).toEqual(new Set([200]));
  const [{ count = 0 } = {}] = await primary.query<{ count: number }>(
    `select count(*)::integer from pg_stat_activity where application_name = 'tessera'`,
  );
  expect(count).toBeLessThanOrEqual(serverConnections);
  for (const node of nodes)
    expect(node.output()).not.toMatch(/prepared statement|job failed|connection lost|not be written/);
});

it('F22 isolates tenants on shared connections, inside and outside of transactions', async () => {
  const log = createLog({ logLevel: 'silent' });
  const pool = createPool({ url: pgBouncer.url, size: 10, role: undefined, log, hasTransactionPooler: true });
  try {
    const databases = createDatabases(pool, createVault(Buffer.alloc(32)));
    const tenants = ['default', 'admin'];
    const tenantsSeen = async (tenantId: string, turn: number): Promise<unknown[]> => {
      const db = databases.of(tenantId);
      if (turn % 3 === 0) {
        return db.transaction().execute(async (tx) => {
          const before = await tx.selectFrom('applications').select('tenantId').execute();
          await sql`select pg_sleep(0.002)`.execute(tx);
          return [...before, ...(await tx.selectFrom('users').select('tenantId').execute())].map((row) => row.tenantId);
        });
      }
      if (turn % 3 === 1) {
        const statement = { name: 'some-name', text: 'select tenant_id as "tenantId" from applications' };
        return (await databases.run<{ tenantId: string }>(tenantId, statement, [])).map((row) => row.tenantId);
      }
      return (await db.selectFrom('applications').select('tenantId').execute()).map((row) => row.tenantId);
    };
    const workers = Array.from({ length: 10 }, async (_, worker) => {
      const seen: { tenantId: string; rows: Set<unknown> }[] = [];
      for (let turn = worker; turn < worker + 30; turn += 1) {
        const tenantId = tenants[turn % 2] as string;
        seen.push({ tenantId, rows: new Set(await tenantsSeen(tenantId, turn)) });
      }
      return seen;
    });
    const seen = (await Promise.all(workers)).flat();
    expect(seen.filter(({ tenantId, rows }) => rows.size !== 1 || !rows.has(tenantId))).toEqual([]);
    // A failed statement leaves no state on the connection.
    await expect(sql`select 1 / 0`.execute(databases.of('admin'))).rejects.toThrow('division by zero');
    const { rows } = await pool.query<{ tenant: string; timeout: string }>(
      `select current_setting('tessera.tenant') as tenant, current_setting('statement_timeout') as timeout`,
    );
    expect(rows[0]?.timeout).toBe('15s');
  } finally {
    await pool.end();
  }
});

it('F22 notifies the other node of changes, bypassing the pooler', async () => {
  const [, other] = nodes;
  const color = async () => {
    const response = await fetch(`${other.origin}/api/.well-known/sign-in-exp`);
    return ((await response.json()) as { color: { primaryColor: string } }).color.primaryColor;
  };
  await color();
  const before = (await api.call('GET', '/sign-in-exp')).json() as { color: object };
  const changed = await api.call('PATCH', '/sign-in-exp', { color: { ...before.color, primaryColor: '#123456' } });
  expect(changed.status).toBe(200);
  await eventually(async () => (await color()) === '#123456');
  expect(await (await fetch(`${other.origin}/health/ready`)).json()).toMatchObject({ status: 'ready' });
});
