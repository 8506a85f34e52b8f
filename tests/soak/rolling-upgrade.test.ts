// F18: nodes are upgraded one by one while users sign in and administrators write, and a node is killed under the same
// load.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineCredentials, managementResource } from '../harness/api.ts';
import { startBalancer } from '../harness/balancer.ts';
import { eventually } from '../harness/eventually.ts';
import { startLoad } from '../harness/load.ts';
import { freePort } from '../harness/ports.ts';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import { asSuperuser, newDatabase, type TestServer } from '../harness/server.ts';
import { demoApp, password, tokenRequest } from '../harness/sign-in.ts';
import { makeUpgrade } from '../harness/upgrade.ts';
import { newVisitor } from '../harness/visitor.ts';

const usernames = ['ada', 'grace'];

describe('nodes of two releases on one database', () => {
  const upgrade = makeUpgrade();
  let databaseUrl: string;
  let ports: number[];
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let credentials: Awaited<ReturnType<typeof machineCredentials>>;
  let call: Parameters<typeof startLoad>[0]['call'];
  const running = new Map<number, RunningProcess>();
  const query: TestServer['query'] = (sql, values) =>
    asSuperuser(databaseUrl, async (client) => (await client.query(sql, values)).rows);

  const start = async (node: number, entry: string) => {
    const env = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '4', ENDPOINT: balancer.origin, HOST: '127.0.0.1' };
    const port = ports[node] ?? 0;
    const started = await startProcess(
      { ...env, LOG_LEVEL: 'error', DRAIN_SECONDS: '1', PORT: String(port) },
      { entry },
    );
    running.set(node, started);
    return started;
  };
  const stop = async (node: number) => expect(await running.get(node)?.stop('SIGTERM')).toBe(0);

  const machineToken = async () => {
    const client = { redirectUri: '', ...credentials };
    const form = { grant_type: 'client_credentials', resource: managementResource('default'), scope: 'all' };
    const { status, body } = await tokenRequest(`${balancer.origin}/t/admin`, client, form);
    if (status !== 200) throw new Error(`machine token: ${status} ${JSON.stringify(body)}`);
    return body.access_token;
  };
  const newLoad = () => startLoad({ origin: balancer.origin, call, machineToken, usernames, writers: 2 });
  const serves = (node: number) => {
    const before = balancer.answeredBy(ports[node] ?? 0);
    return eventually(() => balancer.answeredBy(ports[node] ?? 0) > before + 10);
  };

  /** The acknowledged value or a later attempted one is stored, and sessions continue. */
  const expectNothingLost = async ({ written, refreshTokens }: ReturnType<typeof newLoad>) => {
    const rows = await query<{ id: string; description: string }>(
      `select id, description from applications where tenant_id = 'default'`,
    );
    const stored = new Map(rows.map(({ id, description }) => [id, description]));
    for (const [id, { acknowledged, attempted }] of written) {
      expect([acknowledged, attempted], `${id} was acknowledged`).toContain(stored.get(id));
    }
    const refreshed = await Promise.all(
      refreshTokens.map(async (value) => {
        const form = { grant_type: 'refresh_token', refresh_token: value };
        return (await tokenRequest(balancer.origin, demoApp(balancer.origin), form)).status;
      }),
    );
    expect(refreshed.filter((status) => status !== 200)).toEqual([]);
  };

  beforeAll(async () => {
    // The releases make their own schema: the database that other tests copy has that of this build.
    databaseUrl = await newDatabase('empty');
    ports = await Promise.all([0, 1, 2, 3].map(() => freePort()));
    balancer = await startBalancer(ports);
    await Promise.all([start(0, upgrade.before), start(1, upgrade.before)]);
    credentials = await machineCredentials({ query } as unknown as TestServer);
    const visitor = newVisitor({ authorization: `Bearer ${await machineToken()}` });
    call = (method, path, json) =>
      visitor.send(method, `${balancer.origin}/api${path}`, json === undefined ? {} : { json });
    for (const username of usernames) {
      expect((await call('POST', '/users', { username, password })).status).toBe(200);
    }
  });
  afterAll(async () => {
    await Promise.all([...running.values()].map((node) => node.stop('SIGKILL')));
    await balancer.stop();
    upgrade.remove();
  });

  it('F18 a rolling upgrade fails no request and loses no write', async () => {
    const load = newLoad();
    await Promise.all([serves(0), serves(1)]);

    const migrating = await start(2, upgrade.after);
    for (const name of upgrade.added) expect(migrating.output()).toContain(`Migrated the database: ${name}`);
    // All three serve on the new schema, and an old node can start again.
    await Promise.all([serves(0), serves(1), serves(2)]);
    await stop(0);
    await start(0, upgrade.before);
    await serves(0);
    await stop(0);
    await start(3, upgrade.after);
    await stop(1);
    await Promise.all([serves(2), serves(3)]);

    const { counts } = load;
    await eventually(() => counts.signIns > 4 && counts.writes > 20 && counts.machineTokens > 20);
    await load.stop();
    expect(load.failures).toEqual([]);
    await expectNothingLost(load);
    const [{ schema } = { schema: 0 }] = await query<{ schema: number }>(
      'select max(version)::int as schema from schema_migrations',
    );
    expect(schema).toBe(Number.parseInt(upgrade.added.at(-1) ?? '', 10));
  });

  it('F18 a node killed under load loses no acknowledged write', async () => {
    const load = newLoad();
    await Promise.all([serves(2), serves(3)]);
    running.get(3)?.child.kill('SIGKILL');
    const { signIns } = load.counts;
    await eventually(() => load.counts.signIns > signIns + 2 && load.written.size > 5);
    await load.stop();
    // Only requests in progress fail, at most one per loop.
    expect(load.failures.filter((line) => !line.includes('ECONNRESET'))).toEqual([]);
    expect(load.failures.length).toBeLessThanOrEqual(load.loops);
    await expectNothingLost(load);
  });
});
