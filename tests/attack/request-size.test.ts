// R14 and R26: authorization requests store rows without an account, so each is small and limited per IP address. Data
// read with every token has one limit on all paths.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { eventually } from '../harness/eventually.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, password, pkce } from '../harness/sign-in.ts';
import { newUser } from '../harness/users.ts';

const large = (length: number) => 'x'.repeat(length);

describe('R14 the size of an authorization request', () => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
  });
  const urlWith = (extra: Record<string, string>) =>
    authorizationUrl({ base, client: demoApp(base), extra }, pkce().challenge);
  const rows = async () => {
    const [row] = await server.query<{ count: string }>(
      `select count(*) from oidc_model_instances where model_name in ('Interaction', 'PushedAuthorizationRequest')`,
    );
    return Number(row?.count);
  };
  const ask = async (extra: Record<string, string>) => {
    const response = await fetch(urlWith(extra), { redirect: 'manual', headers: { accept: 'application/json' } });
    const location = response.headers.get('location');
    const query = location ? new URL(location, base).searchParams : new URLSearchParams();
    const body = location ? {} : ((await response.json()) as Record<string, string>);
    return {
      error: query.get('error') ?? body.error,
      description: query.get('error_description') ?? body.error_description,
    };
  };

  it.each([
    ['state', { state: large(2049) }],
    ['nonce', { nonce: large(2049) }],
    ['login_hint', { login_hint: large(2049) }],
    ['one_time_token', { one_time_token: large(2049) }],
    [
      'authorization request',
      {
        state: large(2048),
        nonce: large(2048),
        google_one_tap_credential: large(4096),
        login_hint: large(2000),
        one_time_token: large(2000),
        ui_locales: large(2000),
      },
    ],
  ])('R14 a %s that is too long is rejected before anything is stored', async (name, extra) => {
    const before = await rows();
    const { error, description } = await ask(extra);
    expect(error).toBe('invalid_request');
    expect(description).toMatch(new RegExp(`${name}.*characters`));
    expect(await rows()).toBe(before);
  });

  it('R14 a state of two thousand characters is accepted', async () => {
    const before = await rows();
    expect(await ask({ state: large(2048), nonce: large(2048) })).toEqual({ error: undefined, description: undefined });
    expect(await rows()).toBe(before + 1);
  });

  it('R14 a pushed request has the same limits', async () => {
    const push = (extra: Record<string, string>) => {
      const body = new URL(urlWith(extra)).searchParams;
      return fetch(`${base}/oidc/request`, { method: 'POST', body });
    };
    const before = await rows();
    const refused = await push({ state: large(54_000) });
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
    expect(await rows()).toBe(before);
    expect((await push({ state: large(2000) })).status).toBe(201);
  });

  it('R14 the log of a failed request is small', async () => {
    await server.query('delete from logs');
    await fetch(urlWith({ state: large(2048), nonce: large(2048), login_hint: large(2000) }), {
      redirect: 'manual',
      headers: { 'user-agent': large(5000) },
    });
    const sizes = () =>
      server.query<{ size: number }>(`select length(payload::text) as size from logs where key = 'Interaction.Create'`);
    await eventually(async () => (await sizes()).length > 0, { what: 'the entry' });
    const [entry] = await sizes();
    expect(entry?.size).toBeLessThan(2500);
  });
});

describe('R14 the number of authorization requests per IP address', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await useServer({ env: { AUTHORIZATION_LIMIT: '5', TRUST_PROXY: '127.0.0.1' } });
  });
  const ask = async (address: string, extra: Record<string, string> = {}, accept = 'text/html') => {
    const base = server.base('default');
    const url = authorizationUrl(
      { base, client: demoApp(base), extra, prompt: extra.prompt ?? 'login' },
      pkce().challenge,
    );
    return fetch(url, { redirect: 'manual', headers: { 'x-forwarded-for': address, accept } });
  };

  it('R14 is limited, with the time to wait', async () => {
    for (let count = 0; count < 5; count += 1) expect((await ask('203.0.113.7')).status).toBe(303);
    const refused = await ask('203.0.113.7', {}, 'application/json');
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'request.rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const base = server.base('default');
    const body = new URL(authorizationUrl({ base, client: demoApp(base) }, pkce().challenge)).searchParams;
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (const path of ['/request', '/device', '/device/auth', '/reg']) {
      const { status } = await fetch(`${base}/oidc${path}`, { method: 'POST', body, headers });
      expect([path, status]).toEqual([path, 429]);
    }
    // No other spelling evades it.
    const spelledOtherwise = {
      404: ['/AUTH', '/auth/', '/Request', '/request/', '/device/', '/reg/', '/REG'],
      400: ['/r%65quest', '//reg'],
    };
    for (const [expected, paths] of Object.entries(spelledOtherwise)) {
      for (const path of paths) {
        const { status } = await fetch(`${base}/oidc${path}`, { method: 'POST', body, headers });
        expect([path, status]).toEqual([path, Number(expected)]);
      }
    }
  });

  it('R14 does not affect other addresses, nor requests that store nothing', async () => {
    expect((await ask('203.0.113.8')).status).toBe(303);
    const silent = await ask('203.0.113.7', { prompt: 'none' });
    expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  it('R14 is limited per tenant, without affecting others', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 110; count += 1) statuses.add((await ask(`198.51.100.${count}`)).status);
    expect(statuses).toEqual(new Set([303, 429]));
    const base = server.base('admin');
    const client = { clientId: 'admin-console', redirectUri: `${server.origin}/console/callback` };
    const other = authorizationUrl({ base, client }, pkce().challenge);
    expect((await fetch(other, { redirect: 'manual', headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      303,
    );
  });
});

describe('R14 hashes of new passwords', () => {
  it('R14 are counted by IP address, on both ways to set one', async () => {
    const server = await useServer({ env: { RATE_LIMIT: '4' } });
    const base = server.base('default');
    const { call } = await openInteraction(base, demoApp(base));
    await call('PUT', '', { interactionEvent: 'Register' });
    const set = () => call('POST', '/profile', { type: 'password', value: password });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await set()).status);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
    expect(outcome(await call('PUT', '/profile/password', { password }))).toEqual([429, 'request.rate_limited']);
  });
});

describe('R26 data read with every token', () => {
  it('R26 has the same limit on every path that writes it', async () => {
    const server = await useServer();
    const api = await managementApi(server);
    const { id: applicationId } = await newApplication(api, { type: 'Traditional' });
    const { id: userId } = await newUser(api, { username: 'ada' });
    const answers = async (length: number) => {
      const data = { note: large(length) };
      const paths: [string, string, object][] = [
        ['POST', '/applications', { name: 'Other', type: 'SPA', customData: data }],
        ['PATCH', `/applications/${applicationId}`, { customData: data }],
        ['PATCH', `/applications/${applicationId}/custom-data`, data],
        ['POST', '/organizations', { name: 'Acme', customData: data }],
        ['POST', '/users', { customData: data }],
        ['PATCH', `/users/${userId}`, { customData: data }],
        ['PATCH', `/users/${userId}/custom-data`, { customData: data }],
        ['PUT', `/users/${userId}/identities/elsewhere`, { userId: 'ada', details: data }],
        ['POST', '/subject-tokens', { userId, context: data }],
      ];
      const outcomes: Record<string, (number | string)[]> = {};
      for (const [method, path, body] of paths) {
        outcomes[`${method} ${path}`] = outcome(await api.call(method, path, body));
      }
      return outcomes;
    };
    for (const [path, answer] of Object.entries(await answers(64 * 1024))) {
      expect(answer, path).toEqual([400, 'guard.invalid_input']);
    }
    for (const [path, [status]] of Object.entries(await answers(60 * 1024))) expect(status, path).toBeLessThan(300);
  });
});
