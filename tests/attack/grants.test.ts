// Tokens never contain more than was granted, for every grant type; legacy grants are disabled.
import * as jose from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { addResource, addRole, giveRole, userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, redeem, refresh, tokensAgain } from '../harness/session.ts';
import { obtainTokens, tokenRequest } from '../harness/sign-in.ts';
import type { Visitor } from '../harness/visitor.ts';

const [books, films] = ['https://books.example.com', 'https://films.example.com'] as const;
const scopes = ['read', 'write', 'admin'];

describe('grants', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let spa: Application;
  let machine: Application;
  let visitor: Visitor;
  let userId: string;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    api = await managementApi(server);
    spa = await newApplication(api, { type: 'SPA' });
    machine = await newApplication(api, { type: 'MachineToMachine' });
    ({ visitor } = await obtainTokens({ base, client: spa, username: 'reader', register: true }));
    userId = await userIdOf(server, 'default', 'reader');
    for (const indicator of [books, films]) {
      const resourceId = await addResource(server, 'default', { indicator, scopes });
      const userRole = await addRole(server, 'default', { resourceId, scopes: ['read'] });
      await giveRole(server, 'default', userRole, { user: userId });
      const machineRole = await addRole(server, 'default', { type: 'MachineToMachine', resourceId, scopes: ['read'] });
      await giveRole(server, 'default', machineRole, { application: machine.id });
    }
  });

  const asked = 'openid offline_access read write admin all';
  const granted = (token: string) => [jose.decodeJwt(token).aud, jose.decodeJwt(token).scope ?? ''];
  const tokensFor = (resources: string[], resource?: string, client = spa) =>
    tokensAgain({ base, client, visitor, scope: asked, resources, ...(resource && { more: { resource } }) });
  const manage = async (token: string) =>
    (await fetch(`${base}/api/applications`, { headers: { authorization: `Bearer ${token}` } })).status;

  it("A14 authorization_code: only what the user's roles allow", async () => {
    const { access_token, scope } = await tokensFor([books], books);
    expect([...granted(access_token), scope]).toEqual([books, 'read', 'read']);
  });

  it("A14 refresh_token: only what the user's roles allow", async () => {
    const { refresh_token } = await tokensFor([books]);
    const { body } = await refresh(base, spa, refresh_token, { resource: books, scope: 'read write admin' });
    // Scopes outside of the grant cannot be requested.
    if (body.error) expect(body.error).toBe('invalid_scope');
    else expect(granted(body.access_token)).toEqual([books, 'read']);
    const { body: again } = await refresh(base, spa, refresh_token, { resource: books });
    expect(granted(again.access_token)).toEqual([books, 'read']);
  });

  it("A14 client_credentials: only what the application's roles allow", async () => {
    const { body } = await tokenRequest(base, machine, {
      grant_type: 'client_credentials',
      resource: books,
      scope: asked,
    });
    expect([...granted(body.access_token), body.scope]).toEqual([books, 'read', 'read']);
  });

  it('A14 refresh_token: no organization the user is not a member of', async () => {
    const organizations = 'urn:tessera:scope:organizations';
    await server.query(`insert into organizations (tenant_id, id, name) values ('default', 'org-a', 'A')`);
    for (const scope of ['openid offline_access', `openid offline_access ${organizations}`]) {
      const { refresh_token } = await tokensAgain({ base, client: spa, visitor, scope });
      const { status, body } = await refresh(base, spa, refresh_token, { organization_id: 'org-a' });
      expect([scope, status, body.error, body.access_token]).toEqual([scope, 403, 'access_denied', undefined]);
    }
  });

  it('A14 the Management API needs its role, for users and applications', async () => {
    const indicator = managementResource('default');
    const byUser = await tokensFor([indicator], indicator);
    expect(granted(byUser.access_token)).toEqual([indicator, '']);
    expect(await manage(byUser.access_token)).toBe(403);
    const refreshed = await refresh(base, spa, byUser.refresh_token, { resource: indicator });
    expect(await manage(refreshed.body.access_token)).toBe(403);
    const byMachine = await tokenRequest(base, machine, {
      grant_type: 'client_credentials',
      resource: indicator,
      scope: 'all',
    });
    expect(await manage(byMachine.body.access_token)).toBe(403);
  });

  it('A14 a third-party application gets no scope it is not allowed', async () => {
    const foreign = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    await api.call('POST', `/applications/${foreign.id}/user-consent-scopes`, { userScopes: ['profile'] });
    const { response } = await authorizeAgain({ base, client: foreign, visitor, scope: 'openid profile email' });
    expect([response.get('error'), response.get('code')]).toEqual(['invalid_scope', null]);
  });

  it('A15 a code can be redeemed only for the requested resources', async () => {
    const { response, verifier } = await authorizeAgain({
      base,
      client: spa,
      visitor,
      scope: asked,
      resources: [books],
    });
    const swapped = await redeem(base, spa, response.get('code') ?? '', verifier, { resource: films });
    expect([swapped.status, swapped.body.error]).toEqual([400, 'invalid_target']);
    const none = await authorizeAgain({ base, client: spa, visitor, scope: asked });
    const later = await redeem(base, spa, none.response.get('code') ?? '', none.verifier, { resource: books });
    expect(later.body.error).toBe('invalid_target');
  });

  it('A15 a refresh token works only for the resources of its grant', async () => {
    const { refresh_token } = await tokensFor([books]);
    for (const resource of [
      films,
      managementResource('default'),
      'https://nowhere.example.com',
      'urn:tessera:resource:organizations',
    ]) {
      const { body } = await refresh(base, spa, refresh_token, { resource });
      expect([resource, body.error]).toEqual([resource, 'invalid_target']);
    }
    const { body } = await refresh(base, spa, refresh_token, { resource: books });
    expect(jose.decodeJwt(body.access_token).aud).toBe(books);
  });

  it('A15 a token for one audience is rejected by others', async () => {
    const indicator = managementResource('default');
    const { body } = await tokenRequest(base, machine, {
      grant_type: 'client_credentials',
      resource: books,
      scope: 'read',
    });
    expect(await manage(body.access_token)).toBe(401);
    const opaque = await tokensAgain({ base, client: spa, visitor, scope: 'openid' });
    expect(await manage(opaque.access_token)).toBe(401);
    const own = await tokensFor([indicator], indicator);
    const userinfo = await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${own.access_token}` } });
    expect(userinfo.status).toBe(401);
    const adminSide = await fetch(`${server.base('admin')}/api/applications`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(adminSide.status).toBe(401);
  });

  it.each([
    'token',
    'id_token',
    'id_token token',
    'code id_token',
    'code token',
    'code id_token token',
    'none',
    'CODE',
    'x',
  ])('A20 rejects response type %s', async (response_type) => {
    const { landed } = await authorizeAgain({
      base,
      client: spa,
      visitor,
      scope: 'openid',
      extra: { response_type, nonce: 'n' },
    });
    const { search, hash } = new URL(landed.url);
    const response = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
    expect(response.get('error')).toMatch(/^(unsupported_response_type|invalid_request)$/);
    expect([response.get('access_token'), response.get('id_token'), response.get('code')]).toEqual([null, null, null]);
  });

  it.each([
    'password',
    'implicit',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:openid:params:grant-type:ciba',
    '',
  ])('A20 rejects grant type "%s"', async (grant_type) => {
    const form = {
      grant_type,
      username: 'reader',
      password: 'a sturdy Passphrase 47',
      device_code: 'x',
      assertion: 'x',
      scope: 'openid',
    };
    for (const client of [spa, machine]) {
      const { status, body } = await tokenRequest(base, client, form);
      expect([status, body.access_token]).toEqual([400, undefined]);
      expect(body.error).toMatch(/^(unsupported_grant_type|invalid_request)$/);
    }
  });

  it('A20 rejects request objects, and endpoints that are off', async () => {
    const unsigned = new jose.UnsecuredJWT({ client_id: spa.id, redirect_uri: 'https://evil.example/' }).encode();
    for (const extra of [
      { request: unsigned },
      { request_uri: 'https://evil.example/request' },
      { registration: '{}' },
    ] as Record<string, string>[]) {
      const { response, landed } = await authorizeAgain({ base, client: spa, visitor, extra });
      expect(landed.url.startsWith(spa.redirectUri)).toBe(true);
      expect(response.get('error')).toMatch(
        /^(request_not_supported|request_uri_not_supported|registration_not_supported|invalid_request|invalid_request_uri)$/,
      );
    }
    for (const path of ['/reg', '/backchannel', '/challenge']) {
      for (const method of ['GET', 'POST'])
        expect([path, (await fetch(`${base}/oidc${path}`, { method })).status]).toEqual([path, 404]);
    }
  });

  it("A19 an application is not a user, even with a user's ID", async () => {
    const chosen = await api.call('POST', '/applications', { id: userId, name: 'Twin', type: 'MachineToMachine' });
    expect((chosen.json() as { id: string }).id).not.toBe(userId);
    await server.query(
      `insert into applications (tenant_id, id, name, type) values ('default', $1, 'Twin', 'MachineToMachine')`,
      [userId],
    );
    const added = await api.call('POST', `/applications/${userId}/secrets`, { name: 'Twin' });
    const twin = { clientId: userId, redirectUri: '', clientSecret: (added.json() as { value: string }).value };
    const { body } = await tokenRequest(base, twin, {
      grant_type: 'client_credentials',
      resource: books,
      scope: 'read',
    });
    // The user's roles are not the application's roles.
    expect([jose.decodeJwt(body.access_token).sub, body.scope]).toEqual([userId, '']);
    const userinfo = await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect(userinfo.status).toBe(401);
  });
});
