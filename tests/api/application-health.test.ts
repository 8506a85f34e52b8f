// The health of applications: redirect URIs in use, failed requests by reason, and uses of secrets.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { newResource } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, redeem, refresh, tokensAgain } from '../harness/session.ts';
import { authorizationUrl, obtainTokens, pkce, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

type Detail = { value: string; count: number; lastAt: number };
type Health = {
  since: number;
  days: { date: number; signIns: number; failed: number }[];
  redirectUris: { uri: string; isRegistered: boolean; count: number; lastUsedAt: number | null }[];
  failures: { reason: string; count: number; lastAt: number; details: Detail[] }[];
  secrets: { name: string; lastUsedAt: number | null; recordedSince: number; createdAt: number; issues: string[] }[];
};
const day = 86_400_000;
const indicator = 'https://api.example.com';
const callback = 'https://app.example.com/callback';

describe('the health of applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let visitor: Visitor;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await newResource(api, indicator, ['read']);
    const client = await newApplication(api, { type: 'SPA' });
    ({ visitor } = await obtainTokens({ base, client, username: 'ada', register: true }));
  });
  const healthOf = async ({ id }: { id: string }) =>
    (await api.call('GET', `/applications/${id}/health`)).json() as Health;
  const failuresOf = async (app: Application) => {
    const { failures } = await healthOf(app);
    return Object.fromEntries(
      failures.map(({ reason, count, details }) => [reason, [count, ...details.map(({ value }) => value)]]),
    );
  };
  const ask = (client: Application, more: Record<string, string> = {}) =>
    newVisitor().get(authorizationUrl({ base, client, extra: more }, pkce().challenge));

  it('is empty for a new application, and 404 for an unknown one', async () => {
    const app = await newApplication(api, { type: 'Traditional' });
    const { since, days, ...health } = await healthOf(app);
    expect(days).toEqual(Array.from({ length: 30 }, (_, at) => ({ date: since + at * day, signIns: 0, failed: 0 })));
    expect(health).toEqual({
      redirectUris: [{ uri: callback, isRegistered: true, count: 0, lastUsedAt: null }],
      failures: [],
      secrets: [
        {
          ...{ name: 'Default secret', createdAt: expect.any(Number), expiresAt: null, lastUsedAt: null },
          ...{ recordedSince: expect.any(Number), issues: [] },
        },
      ],
    });
    expect(since % day).toBe(0);
    expect(Math.round((Date.now() - since) / day)).toBeGreaterThanOrEqual(29);
    expect(outcome(await api.call('GET', '/applications/unknown/health'))).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await api.call('GET', '/applications/demo-app/health'))).toEqual([404, 'entity.not_exists_with_id']);
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    expect((await healthOf(machine)).redirectUris).toEqual([]);
  });

  it('counts the redirect URIs in use', async () => {
    const [second, third] = ['https://app.example.com/second', 'https://app.example.com/third'];
    const client = await newApplication(api, { type: 'SPA', redirectUris: [callback, second, third] });
    await tokensAgain({ base, client, visitor });
    await tokensAgain({ base, client: { ...client, redirectUri: second }, visitor });
    await tokensAgain({ base, client: { ...client, redirectUri: second }, visitor });
    const signIns = async () => (await healthOf(client)).days.slice(-2).reduce((sum, one) => sum + one.signIns, 0);
    await expect.poll(signIns).toBe(3);
    const began = Date.now() - 60_000;
    await expect
      .poll(async () => (await healthOf(client)).redirectUris)
      .toEqual([
        { uri: second, isRegistered: true, count: 2, lastUsedAt: expect.any(Number) },
        { uri: callback, isRegistered: true, count: 1, lastUsedAt: expect.any(Number) },
        { uri: third, isRegistered: true, count: 0, lastUsedAt: null },
      ]);
    expect((await healthOf(client)).redirectUris[0]?.lastUsedAt).toBeGreaterThan(began);
    const oidcClientMetadata = { redirectUris: [callback], postLogoutRedirectUris: [] };
    expect((await api.call('PATCH', `/applications/${client.id}`, { oidcClientMetadata })).status).toBe(200);
    expect((await healthOf(client)).redirectUris.map(({ uri, isRegistered }) => [uri, isRegistered])).toEqual([
      [callback, true],
      [second, false],
    ]);
  });

  it('counts a loopback URI with any port as the registered one', async () => {
    const registered = 'http://127.0.0.1/callback';
    const client = await newApplication(api, { type: 'Native', redirectUris: [registered] });
    for (const port of [40_001, 40_002]) {
      await tokensAgain({ base, client: { ...client, redirectUri: `http://127.0.0.1:${port}/callback` }, visitor });
    }
    await expect
      .poll(async () => (await healthOf(client)).redirectUris)
      .toMatchObject([{ uri: registered, isRegistered: true, count: 2 }]);
  });

  it('names the reasons of failed authorization requests', async () => {
    const client = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    const spa = await newApplication(api, { type: 'SPA' });
    const elsewhere = 'https://preview.example.com/callback';
    for (const _ of [1, 2]) expect((await ask(client, { redirect_uri: elsewhere, scope: 'openid' })).status).toBe(400);
    await ask(client, { scope: 'openid email' });
    await ask(spa, { resource: 'https://unknown.example.com' });
    await ask(spa, { code_challenge: '', code_challenge_method: '' });
    await ask(spa, { response_type: 'id_token', nonce: 'n' });
    // A silent sign-in of a user who is not signed in is no failure.
    await ask(spa, { prompt: 'none' });
    const bare = await newApplication(api, { type: 'SPA', redirectUris: [] });
    await ask(bare, { redirect_uri: elsewhere });
    await expect.poll(() => failuresOf(bare)).toEqual({ redirect_uri_not_registered: [1, elsewhere] });
    await expect
      .poll(() => failuresOf(client))
      .toEqual({
        redirect_uri_not_registered: [2, elsewhere],
        scope_not_allowed: [1, 'email'],
      });
    await expect
      .poll(() => failuresOf(spa))
      .toEqual({
        api_not_found: [1, 'https://unknown.example.com'],
        pkce_missing: [1],
        grant_not_allowed: [1, 'id_token'],
      });
    const { failures, days } = await healthOf(client);
    // The day may have ended meanwhile.
    expect(days.slice(-2).reduce((sum, { failed }) => sum + failed, 0)).toBe(3);
    const [first] = failures;
    expect(first).toMatchObject({ reason: 'redirect_uri_not_registered', lastAt: first?.details[0]?.lastAt });
  });

  it('names the reasons of failed pushed and token requests', async () => {
    const client = await newApplication(api, {
      ...{ type: 'Traditional', customClientMetadata: { grantTypes: ['authorization_code', 'refresh_token'] } },
    });
    const wrong = { ...client, clientSecret: 'wrong' };
    const { response, verifier } = await authorizeAgain({ base, client, visitor });
    const code = response.get('code') ?? '';
    expect((await redeem(base, wrong, code, verifier)).status).toBe(401);
    expect((await redeem(base, client, code, 'a'.repeat(43))).status).toBe(400);
    expect((await redeem(base, { ...client, redirectUri: `${callback}/x` }, code, verifier)).status).toBe(400);
    const { body } = await redeem(base, client, code, verifier);
    expect((await refresh(base, client, 'unknown')).status).toBe(400);
    await refresh(base, client, body.refresh_token, { resource: indicator });
    // Ends the grant, since the code may have been stolen.
    expect((await redeem(base, client, code, verifier)).status).toBe(400);
    const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
    expect((await tokenRequest(base, client, { grant_type: exchange })).status).toBe(400);
    const pushed = new URL(authorizationUrl({ base, client }, pkce().challenge)).searchParams;
    pushed.set('redirect_uri', 'https://pushed.example.com/');
    const authorization = `Basic ${Buffer.from(`${client.id}:${client.clientSecret}`).toString('base64')}`;
    await fetch(`${base}/oidc/request`, { method: 'POST', headers: { authorization }, body: pushed });
    await expect
      .poll(() => failuresOf(client))
      .toEqual({
        secret_wrong: [1],
        pkce_failed: [1],
        redirect_uri_mismatch: [1],
        code_invalid: [1],
        refresh_token_invalid: [1],
        api_not_found: [1, indicator],
        grant_not_allowed: [1, exchange],
        redirect_uri_not_registered: [1, 'https://pushed.example.com/'],
      });
  });

  it('knows when each secret was used', async () => {
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const created = await api.call('POST', `/applications/${machine.id}/secrets`, { name: 'second' });
    const second = { ...machine, clientSecret: (created.json() as { value: string }).value };
    const grant = { grant_type: 'client_credentials', resource: indicator };
    const used = async () => {
      const { secrets } = await healthOf(machine);
      return secrets.filter(({ lastUsedAt }) => lastUsedAt !== null).map(({ name }) => name);
    };
    await tokenRequest(base, { ...machine, clientSecret: 'wrong' }, grant);
    await tokenRequest(base, second, grant);
    await expect.poll(used).toEqual(['second']);
    // The library answers this one.
    await tokenRequest(base, machine, { ...grant, unknown: 'parameter' });
    await expect.poll(used).toEqual(['Default secret', 'second']);
    await api.call('PATCH', `/applications/${machine.id}/secrets/second`, { name: 'renamed' });
    expect(await used()).toEqual(['Default secret', 'renamed']);
    await api.call('DELETE', `/applications/${machine.id}/secrets/renamed`);
    expect(await used()).toEqual(['Default secret']);
  });

  it('R95 made-up redirect URIs take little room, and all of them count', async () => {
    const client = await newApplication(api, { type: 'SPA' });
    for (let index = 0; index < 60; index += 1) {
      await ask(client, { redirect_uri: `https://made-up.example/${index}`, prompt: 'none' });
    }
    await expect.poll(async () => (await failuresOf(client)).redirect_uri_not_registered?.[0]).toBe(60);
    const [failure] = (await healthOf(client)).failures;
    expect(failure?.details).toHaveLength(10);
    // The rest of the sum has no details.
    expect(failure?.details.every(({ count }) => count === 1)).toBe(true);
  });
});
