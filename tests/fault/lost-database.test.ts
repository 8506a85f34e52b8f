// F02: the database dies, or the connection to it breaks. Requests get a retryable error, nothing hangs, and no restart
// is needed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, machineCredentials, managementApi, managementResource } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { startProcess } from '../harness/process.ts';
import { asSuperuser, newDatabase, startServer, type TestServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, pkce } from '../harness/sign-in.ts';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts';
import { newVisitor } from '../harness/visitor.ts';
import { waitingFor } from '../harness/waiting-statements.ts';

type Asked = { status: number; body: string; retryAfter: string | null };
const ask = async (url: string, init: RequestInit = {}): Promise<Asked> => {
  const headers = { 'accept-language': 'de', ...(init.headers as Record<string, string>) };
  const response = await fetch(url, { redirect: 'manual', ...init, headers });
  return { status: response.status, body: await response.text(), retryAfter: response.headers.get('retry-after') };
};
const german = 'Der Server ist gerade nicht bereit';

describe('F02 the connection to the database breaks', () => {
  let databaseUrl: string;
  let proxy: TcpProxy;
  let server: TestServer;
  let api: ManagementApi;
  let requests: Record<string, () => Promise<Asked>>;
  beforeAll(async () => {
    databaseUrl = await newDatabase();
    proxy = await startTcpProxy(databaseUrl);
    server = await startServer({ databaseUrl: proxy.url, env: { DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'silent' } });
    api = await managementApi(server);
    const { clientId, clientSecret } = await machineCredentials(server);
    const bearer = { authorization: `Bearer ${api.token}` };
    requests = {
      'the Management API': () => ask(`${server.origin}/api/applications`, { headers: bearer }),
      'a public API': () => ask(`${server.origin}/api/.well-known/sign-in-exp`),
      'the token endpoint': () =>
        ask(`${server.base('admin')}/oidc/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: clientId,
            client_secret: clientSecret,
            resource: managementResource('default'),
          }),
        }),
      'the keys': () => ask(`${server.origin}/oidc/jwks`),
      'an authorization by script': () =>
        ask(authorizationUrl({ base: server.origin, client: demoApp(server.origin) }, pkce().challenge)),
      'an authorization by browser': () =>
        ask(authorizationUrl({ base: server.origin, client: demoApp(server.origin) }, pkce().challenge), {
          headers: { accept: 'text/html' },
        }),
      'the sign-in page': () => ask(`${server.origin}/sign-in`, { headers: { accept: 'text/html' } }),
      'a step of a sign-in': () => ask(`${server.origin}/api/experience/interaction`),
      'the readiness check': () => ask(`${server.origin}/health/ready`),
    };
  });
  const health = async () => JSON.parse((await ask(`${server.origin}/health/ready`)).body) as { status: string };
  afterEach(() => proxy.accept());
  afterAll(async () => {
    await server.stop();
    await proxy.stop();
  });

  it.each(['closed', 'dropped'] as const)(
    "F02 returns 503 in the caller's language while it is away (%s), and recovers",
    async (how) => {
      const before = Object.fromEntries(
        await Promise.all(Object.entries(requests).map(async ([name, send]) => [name, (await send()).status])),
      );
      await proxy.refuse(how);
      await eventually(async () => (await health()).status === 'degraded');
      for (const [name, send] of Object.entries(requests)) {
        const answer = await send();
        expect([name, answer.status]).toEqual([name, 503]);
        if (name === 'the readiness check') continue;
        expect([name, answer.retryAfter]).toEqual([name, '2']);
        expect(answer.body, name).toContain(german);
        expect(answer.body, name).not.toMatch(/ECONN|postgres|stack|at .*\.js/i);
      }
      expect((await ask(`${server.origin}/health/live`)).status).toBe(200);
      await proxy.accept();
      await eventually(async () => (await health()).status === 'ready');
      for (const [name, send] of Object.entries(requests))
        expect([name, (await send()).status]).toEqual([name, before[name]]);
    },
  );

  it('F02 returns every connection that broke inside a transaction', async () => {
    const { id } = (await api.call('POST', '/applications', { name: 'Cut', type: 'SPA' })).json() as { id: string };
    const patch = (name: string) => api.call('PATCH', `/applications/${id}`, { name });
    for (let round = 0; round < 3; round += 1) {
      const running = await proxy.hold(async () => {
        const sent = Array.from({ length: 12 }, (_, index) => patch(`Round ${round} ${index}`));
        await eventually(() => proxy.heldAnswers() > round);
        proxy.cut();
        return sent;
      });
      const statuses = (await Promise.all(running)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(statuses).toContain(503);
    }
    const after = await Promise.all(Array.from({ length: 12 }, (_, index) => patch(`After ${index}`)));
    expect(after.map(({ status, body }) => (status === 200 ? 200 : body))).toEqual(Array(12).fill(200));
  });

  it('F02 is ready beside a busy pool while the notification connection is away', async () => {
    // Of so few connections none is reserved for other tenants.
    const small = await startServer({ databaseUrl: proxy.url, env: { DATABASE_POOL_SIZE: '2', LOG_LEVEL: 'silent' } });
    const smallApi = await managementApi(small);
    proxy.refuseName('tessera-invalidation');
    const ready = async () => {
      const { status, body } = await ask(`${small.origin}/health/ready`);
      return [status, JSON.parse(body)];
    };
    await eventually(async () => JSON.stringify(await ready()).includes('degraded'));
    await asSuperuser(databaseUrl, async (client) => {
      await client.query('begin');
      await client.query('lock table hooks in access exclusive mode');
      const waiting = [1, 2].map(() => smallApi.call('GET', '/hooks'));
      await eventually(async () => (await waitingFor(client)).length === 2);
      expect(await ready()).toEqual([200, { status: 'degraded', database: true, invalidation: false }]);
      await client.query('rollback');
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    });
    await small.stop();
  });

  it('F02 receives changes again after the notification connection broke', async () => {
    const read = async () =>
      (
        (await newVisitor().get(`${server.origin}/api/.well-known/sign-in-exp`)).json() as {
          color: { primaryColor: string };
        }
      ).color.primaryColor;
    await read();
    proxy.cut();
    await eventually(async () => (await health()).status === 'ready');
    await read();
    await server.query(
      `update sign_in_experiences set color = jsonb_set(color, '{primaryColor}', '"#123456"') where tenant_id = 'default'`,
    );
    await server.query(`select pg_notify('tessera_changes', 'default/signInExperiences')`);
    // Sooner than the cache expires.
    await eventually(async () => (await read()) === '#123456', { within: 30_000 });
  });
});

describe('F02 the embedded database is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-killed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const postmaster = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  it('F02 is restarted, and requests fail only with 503', async () => {
    const server = await startProcess({ DATA_DIR: folder, DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'silent' });
    try {
      const addresses = ['/api/.well-known/sign-in-exp', '/oidc/jwks', '/unknown-session'].map(
        (path) => server.origin + path,
      );
      for (const url of addresses) expect([url, (await ask(url)).status]).toEqual([url, 200]);
      const killed = postmaster();
      process.kill(killed, 'SIGKILL');
      const seen = new Set<number>();
      await eventually(
        async () => {
          const answers = await Promise.all(addresses.map((url) => ask(url)));
          for (const { status, retryAfter, body } of answers) {
            seen.add(status);
            if (status !== 200) expect([status, retryAfter, body.includes(german)]).toEqual([503, '2', true]);
          }
          return seen.has(503) && answers.every(({ status }) => status === 200);
        },
        { within: 240_000, what: 'recovery' },
      );
      expect(postmaster()).not.toBe(killed);
      await eventually(() => server.output().includes('PostgreSQL is back.'));
    } finally {
      expect(await server.stop()).toBe(0);
    }
    expect(server.output().trim().split('\n').at(-1)).toBe('Stopping');
  });
});
