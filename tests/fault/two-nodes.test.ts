// F18, F19: two servers on one database behind a load balancer. Each can be replaced while users work, and changes
// through one take effect at the other a moment later.
import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineCredentials, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { startBalancer } from '../harness/balancer.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/ports.ts';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import { newMachineRole, newResource } from '../harness/roles.ts';
import { asSuperuser, newDatabase, type TestServer } from '../harness/server.ts';
import { authorizationUrl, pkce, tokenRequest } from '../harness/sign-in.ts';
import { openedSecret } from '../harness/stored-secrets.ts';
import { newVisitor } from '../harness/visitor.ts';
import { waitingFor } from '../harness/waiting-statements.ts';

/** Sooner than the caches expire, so the announcement of the change did it. */
const announced = { within: 30_000 };

describe('two nodes on one database', () => {
  let databaseUrl: string;
  let ports: [number, number];
  let nodes: RunningProcess[];
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let credentials: Awaited<ReturnType<typeof machineCredentials>>;
  const query: TestServer['query'] = (sql, values) =>
    asSuperuser(databaseUrl, async (client) => (await client.query(sql, values)).rows);
  const start = (port: number) => {
    const env = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '4', ENDPOINT: balancer.origin, HOST: '127.0.0.1' };
    return startProcess({ ...env, LOG_LEVEL: 'error', DRAIN_SECONDS: '2', PORT: String(port) });
  };
  /** One node's origin, bypassing the balancer. */
  const at = (node: 0 | 1) => `http://127.0.0.1:${ports[node]}`;

  const token = async (origin: string): Promise<string> => {
    const { clientId, clientSecret } = credentials;
    const response = await fetch(`${origin}/t/admin/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: managementResource('default'),
        scope: 'all',
      }),
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const apiAt = async (origin: string) => {
    const bearer = await token(origin);
    const visitor = newVisitor({ authorization: `Bearer ${bearer}` });
    const call = (method: string, path: string, json?: unknown) =>
      visitor.send(method, `${origin}/api${path}`, json === undefined ? {} : { json });
    return { token: bearer, call };
  };

  beforeAll(async () => {
    databaseUrl = await newDatabase();
    ports = [await freePort(), await freePort()];
    balancer = await startBalancer(ports);
    nodes = await Promise.all(ports.map(start));
    credentials = await machineCredentials({ query } as unknown as TestServer);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await balancer.stop();
  });

  it('F18 a rolling restart under load fails no request', async () => {
    const { call } = await apiAt(balancer.origin);
    const { id } = await newApplication({ token: '', call }, { type: 'SPA' });
    const work: (() => Promise<{ status: number; body?: unknown }>)[] = [
      () => call('GET', '/applications'),
      () => call('PATCH', `/applications/${id}`, { description: 'changed under way' }),
      () => call('POST', '/applications', { name: 'Made under way', type: 'Traditional' }),
      () => token(balancer.origin).then(() => ({ status: 200 })),
      () => fetch(`${balancer.origin}/oidc/jwks`),
      () => fetch(`${balancer.origin}/api/.well-known/sign-in-exp`),
    ];
    const state = { running: true, answered: work.map(() => 0), failures: [] as string[] };
    const answeredBefore = new Map<number, number>();
    const loops = work.map(async (send, index) => {
      while (state.running) {
        await send().then(
          (answer) => {
            if (answer.status === 200) state.answered[index] = (state.answered[index] ?? 0) + 1;
            else state.failures.push(`${answer.status} ${String(answer.body)}`);
          },
          (error: Error) => state.failures.push(`${error.message} ${String(error.cause ?? '')}`),
        );
      }
    });
    /** Each kind of request is answered a few times more. */
    const progress = async () => {
      const before = state.answered.map((count) => count + 3);
      await eventually(() => state.answered.every((count, index) => count >= (before[index] ?? 0)));
    };
    await progress();
    for (const [index, port] of ports.entries()) {
      const leaving = nodes[index] as RunningProcess;
      answeredBefore.set(port, balancer.answeredBy(port));
      expect(await leaving.stop('SIGTERM')).toBe(0);
      expect(leaving.output().trim().split('\n').at(-1)).toBe('Stopping');
      nodes[index] = await start(port);
      await progress();
      await eventually(() => balancer.answeredBy(port) > (answeredBefore.get(port) ?? 0));
    }
    state.running = false;
    await Promise.all(loops);
    expect(state.failures).toEqual([]);
  });

  it('F18 a stopping node announces it on every connection and to balancers', async () => {
    const leaving = nodes[0] as RunningProcess;
    try {
      const held = await asSuperuser(databaseUrl, async (client) => {
        await client.query('begin');
        await client.query('lock table applications in access exclusive mode');
        const { call } = await apiAt(at(0));
        const running = call('GET', '/applications');
        await eventually(async () => {
          return (await waitingFor(client)).length > 0;
        });
        const exited = leaving.stop('SIGTERM');
        await eventually(() => leaving.output().includes('Stopping'));
        expect((await fetch(`${at(0)}/health/ready`)).status).toBe(503);
        await client.query('commit');
        const answer = await running;
        return { status: answer.status, connection: answer.headers.get('connection'), code: await exited };
      });
      expect(held).toEqual({ status: 200, connection: 'close', code: 0 });
      await expect(fetch(`${at(0)}/health/ready`)).rejects.toThrow();
    } finally {
      await leaving.exited;
      nodes[0] = await start(ports[0]);
    }
  });

  it('F19 a redirect URI added through one node works at the other, and a removed one does not', async () => {
    const { call } = await apiAt(at(0));
    const { id } = await newApplication(
      { token: '', call },
      { type: 'SPA', redirectUris: ['https://one.example.com/cb'] },
    );
    const accepts = async (redirectUri: string) => {
      const url = authorizationUrl({ base: at(1), client: { clientId: id, redirectUri } }, pkce().challenge);
      const { status } = await fetch(url, { redirect: 'manual', headers: { accept: 'application/json' } });
      return status === 303;
    };
    expect([await accepts('https://one.example.com/cb'), await accepts('https://two.example.com/cb')]).toEqual([
      true,
      false,
    ]);
    const uris = { redirectUris: ['https://two.example.com/cb'], postLogoutRedirectUris: [] };
    expect((await call('PATCH', `/applications/${id}`, { oidcClientMetadata: uris })).status).toBe(200);
    await eventually(() => accepts('https://two.example.com/cb'), announced);
    expect(await accepts('https://one.example.com/cb')).toBe(false);
  });

  it('F19 a role changed through one node changes the tokens of the other', async () => {
    const { call } = await apiAt(at(0));
    const api = { token: '', call };
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const resource = await newResource(api, 'https://both.example.com', ['read', 'write']);
    const role = await newMachineRole(api, { scopeIds: [resource.scopeId('read')] });
    await call('POST', `/applications/${machine.id}/roles`, { roleIds: [role.id] });
    const scopes = async () => {
      const form = { grant_type: 'client_credentials', resource: resource.indicator, scope: 'read write' };
      return (await tokenRequest(at(1), machine, form)).body.scope;
    };
    await eventually(async () => (await scopes()) === 'read');
    await call('POST', `/roles/${role.id}/scopes`, { scopeIds: [resource.scopeId('write')] });
    await eventually(async () => (await scopes()) === 'read write', announced);
    await call('DELETE', `/applications/${machine.id}/roles/${role.id}`);
    await eventually(async () => (await scopes()) === '', announced);
  });

  it('F19 a change of the sign-in experience shows at the other node', async () => {
    const { call } = await apiAt(at(1));
    const read = async () =>
      ((await (await fetch(`${at(0)}/api/.well-known/sign-in-exp`)).json()) as { color: { primaryColor: string } })
        .color;
    const { primaryColor, ...rest } = await read();
    expect(primaryColor).not.toBe('#0a7f3c');
    const changed = await call('PATCH', '/sign-in-exp', { color: { ...rest, primaryColor: '#0a7f3c' } });
    expect(changed.status, changed.body).toBe(200);
    await eventually(async () => (await read()).primaryColor === '#0a7f3c', announced);
  });

  it('F19 a new signing key is published and used by both nodes, and the old one still verifies', async () => {
    const before = await apiAt(at(0));
    const kids = async (node: 0 | 1) => {
      const { keys } = (await (await fetch(`${at(node)}/t/admin/oidc/jwks`)).json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    };
    const [old = ''] = await kids(0);
    expect(await kids(1)).toEqual([old]);
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const key = { id: 'the-next-key', value: privateKey, createdAt: Date.now() - 10_000 };
    const stored = `tenant_configs where tenant_id = 'admin' and key = 'oidc.privateKeys'`;
    const [row] = await query<{ value: unknown }>(`select value from ${stored}`);
    const current = await openedSecret<object[]>({ query }, 'tenant_configs.value', row?.value, 'admin');
    await query(`update tenant_configs set value = $1 where tenant_id = 'admin' and key = 'oidc.privateKeys'`, [
      JSON.stringify([key, ...current]),
    ]);
    await query(`select pg_notify('tessera_changes', 'admin/tenantConfigs')`);
    const followed = async () => (await kids(0)).length === 2 && (await kids(1)).length === 2;
    await eventually(followed, announced);
    expect(await kids(0)).toEqual(['the-next-key', old]);
    for (const [issuing, checking] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const issued = await token(at(issuing));
      expect(decodeProtectedHeader(issued).kid).toBe('the-next-key');
      for (const bearer of [issued, before.token]) {
        const response = await fetch(`${at(checking)}/api/applications`, {
          headers: { authorization: `Bearer ${bearer}` },
        });
        expect(response.status).toBe(200);
      }
    }
  });
});
