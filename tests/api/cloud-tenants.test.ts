// Cloud edition: users create tenants, which are isolated from each other.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi, managementToken } from '../harness/api.ts';
import { callerWith, cloudResource, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { eventually } from '../harness/eventually.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

type Tenant = { id: string; name: string; tag: string; indicator: string };
type Call = ReturnType<typeof callerWith>;

/** Knows some disposable email domains, and fails for one domain. */
const lookup = createServer((request, response) => {
  const domain = request.url?.replace('/v1/disposable/', '');
  response.writeHead(domain === 'unknown.example' ? 503 : 200);
  response.end(JSON.stringify({ disposable: domain === 'thrown.example' }));
});
const listening = async (made: Server) => {
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
};

describe('cloud tenants', () => {
  let server: TestServer;
  let ada: Call;
  let grace: Call;
  let adaMe: Call;
  beforeAll(async () => {
    const url = await listening(lookup);
    server = await useServer({
      edition: 'cloud',
      env: { DISPOSABLE_EMAIL_ENDPOINT: url, OUTBOUND_ALLOW: '127.0.0.1' },
    });
    const first = await registerConsoleUser(server, 'ada', [meResource, cloudResource]);
    ada = callerWith(server, await first.accessToken(cloudResource));
    adaMe = callerWith(server, await first.accessToken(meResource));
    const second = await registerConsoleUser(server, 'grace', [cloudResource]);
    grace = callerWith(server, await second.accessToken(cloudResource));
  });
  afterAll(() => lookup.close());
  const create = async (call: Call, body: object = {}): Promise<Tenant> => {
    const answer = await call('POST', '/api/tenants', body);
    expect(answer.status, answer.body).toBe(201);
    return answer.json();
  };

  it('creates a tenant that works immediately', async () => {
    const { id, ...rest } = await create(ada, { name: 'Shop', tag: 'production' });
    expect(id).toMatch(/^[0-9a-z]{6}$/);
    expect(rest).toMatchObject({ name: 'Shop', tag: 'production', planId: 'free', isSuspended: false });
    expect(rest.indicator).toBe(`https://${id}.tessera.app/api`);
    expect((await ada('GET', '/api/tenants')).json()).toMatchObject([{ id, name: 'Shop' }]);

    const base = server.base(id);
    const discovered = (await newVisitor().get(`${base}/oidc/.well-known/openid-configuration`)).json();
    expect(discovered).toMatchObject({ issuer: `${base}/oidc`, token_endpoint: `${base}/oidc/token` });
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'customer', register: true });
    expect(tokens.id_token).toBeTruthy();
    const api = await managementApi(server, id);
    expect((await api.call('POST', '/applications', { name: 'First', type: 'SPA' })).status).toBe(200);
    expect((await newVisitor().get(`${base}/api/.well-known/sign-in-exp`)).json()).toMatchObject({ tenantId: id });

    // Monthly active users: a daily user counts once, older activity not at all.
    await server.query(
      `insert into daily_active_users (tenant_id, date, user_id)
       select $1, (now() at time zone 'UTC')::date - day, person
       from (values (0, 'daily'), (1, 'daily'), (29, 'once'), (30, 'daily'), (30, 'gone')) as come (day, person)`,
      [id],
    );
    const readUsage = async () => ((await ada('GET', '/api/tenants')).json() as { usage: object }[])[0]?.usage;
    await eventually(async () => isDeepStrictEqual(await readUsage(), { activeUsers: 3, tokenUsage: 1 }));
  });

  it('A55 isolates tenants: keys, users, applications, tokens', async () => {
    const [one, two] = [await create(ada), await create(ada)];
    const keysOf = async ({ id }: Tenant) => (await newVisitor().get(`${server.base(id)}/oidc/jwks`)).body;
    expect(await keysOf(one)).not.toBe(await keysOf(two));

    const here = server.base(one.id);
    await obtainTokens({ base: here, client: demoApp(here), username: 'customer', register: true });
    const there = server.base(two.id);
    await expect(obtainTokens({ base: there, client: demoApp(there), username: 'customer' })).rejects.toThrow(
      'session.invalid_credentials',
    );
    const [apiOne, apiTwo] = [await managementApi(server, one.id), await managementApi(server, two.id)];
    const made = (await apiOne.call('POST', '/applications', { name: 'Mine', type: 'SPA' })).json() as { id: string };
    expect((await apiTwo.call('GET', `/applications/${made.id}`)).status).toBe(404);
    expect((await apiTwo.call('GET', '/applications')).json()).toEqual([]);
    const stranger = callerWith(server, await managementToken(server, one.id));
    expect(outcome(await stranger('GET', `/t/${two.id}/api/applications`))).toEqual([401, 'auth.unauthorized']);
  });

  it('blocks disposable email addresses at registration if enabled', async () => {
    const { id } = await create(ada);
    const api = await managementApi(server, id);
    const signUp = { identifiers: ['email'], password: false, verify: true };
    const methods = [{ identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false }];
    const emailBlocklistPolicy = { blockDisposableAddresses: true };
    const saved = await api.call('PATCH', '/sign-in-exp', { signUp, signIn: { methods }, emailBlocklistPolicy });
    expect(saved.status, saved.body).toBe(200);
    const { call } = await openInteraction(server.base(id), demoApp(server.base(id)));
    await call('PUT', '', { interactionEvent: 'Register' });
    const attempt = async (value: string) => {
      const body = { identifier: { type: 'email', value }, interactionEvent: 'Register' };
      return outcome(await call('POST', '/verification/verification-code', body));
    };
    expect(await attempt('eve@Thrown.example')).toEqual([422, 'session.email_blocklist.email_not_allowed']);
    expect(await attempt('ann@kept.example')).toEqual([200]);
    expect(await attempt('ann@unknown.example')).toEqual([
      500,
      'session.email_blocklist.disposable_email_validation_failed',
    ]);
  });

  it("lists only the user's own tenants", async () => {
    const mine = await create(grace, { name: 'Of grace' });
    expect(mine).toMatchObject({ name: 'Of grace', tag: 'development', planId: 'dev' });
    expect((await grace('GET', '/api/tenants')).json()).toMatchObject([{ id: mine.id }]);
    const others = (await ada('GET', '/api/tenants')).json() as Tenant[];
    expect(others.map(({ id }) => id)).not.toContain(mine.id);
    const [member] = await server.query(
      `select organization_role_id from organization_role_users where organization_id = $1`,
      [`t-${mine.id}`],
    );
    expect(member).toEqual({ organization_role_id: 'admin' });
  });

  it('R145 tenants created at the same moment do not pass the limit', async () => {
    const mary = await registerConsoleUser(server, 'mary', [cloudResource]);
    const call = callerWith(server, await mary.accessToken(cloudResource));
    for (let made = 0; made < 8; made += 1) await create(call);
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '/api/tenants', {})));
    const outcomes = answers.map(outcome).toSorted(([one], [other]) => Number(one) - Number(other));
    const refused = [403, 'subscription.limit_exceeded'];
    expect(outcomes).toEqual([[201], [201], refused, refused, refused, refused]);
    expect((await call('GET', '/api/tenants')).json()).toHaveLength(10);
  });

  it('requires authentication and scopes', async () => {
    const anonymous = newVisitor();
    for (const method of ['GET', 'POST']) {
      const answer = await anonymous.send(
        method,
        `${server.origin}/api/tenants`,
        method === 'POST' ? { json: {} } : {},
      );
      expect(outcome(answer)).toEqual([401, 'auth.authorization_header_missing']);
      expect(outcome(await adaMe(method, '/api/tenants', method === 'POST' ? {} : undefined))).toEqual([
        401,
        'auth.unauthorized',
      ]);
    }
    await server.query(`delete from roles_scopes where scope_id = 'cloud-create-tenant'`);
    const third = await registerConsoleUser(server, 'linus', [cloudResource]);
    const linus = callerWith(server, await third.accessToken(cloudResource));
    expect(outcome(await linus('POST', '/api/tenants', {}))).toEqual([403, 'auth.forbidden']);
  });

  it('validates names and enforces the limit', async () => {
    for (const body of [{ name: '' }, { name: 'x'.repeat(129) }, { tag: 'toy' }]) {
      expect(outcome(await grace('POST', '/api/tenants', body))).toEqual([400, 'guard.invalid_input']);
    }
    const owned = ((await grace('GET', '/api/tenants')).json() as Tenant[]).length;
    for (let number = owned; number < 10; number += 1) await create(grace);
    expect(outcome(await grace('POST', '/api/tenants', {}))).toEqual([403, 'subscription.limit_exceeded']);
  });

  it('is served at its own URLs', async () => {
    const get = (path: string) => newVisitor().get(`${server.origin}${path}`);
    expect((await get('/api/status')).status).toBe(204);
    expect((await get('/api/.well-known/endpoints/abc123')).json()).toEqual({ user: `${server.origin}/t/abc123` });
    expect(outcome(await get('/api/applications'))).toEqual([404, 'request.not_found']);
    expect(outcome(await get('/t/nobody/api/.well-known/sign-in-exp'))).toEqual([404, 'request.not_found']);
    expect((await get('/t/nobody/oidc/.well-known/openid-configuration')).status).toBe(404);
  });
});

describe('the open-source edition', () => {
  it('has no cloud API', async () => {
    const server = await useServer();
    const answer = await newVisitor().get(`${server.origin}/api/tenants`);
    expect(outcome(answer)).toEqual([404, 'request.not_found']);
  });
});
