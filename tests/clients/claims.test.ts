// Claims of the ID token and the userinfo endpoint by scope, and token lifetimes.
import { createHash } from 'node:crypto';
import * as jose from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { addResource, addRole, giveRole, userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh, tokensAgain } from '../harness/session.ts';
import { obtainTokens } from '../harness/sign-in.ts';
import type { Visitor } from '../harness/visitor.ts';

const organizationScope = 'urn:tessera:scope:organizations';
const organizationRolesScope = 'urn:tessera:scope:organization_roles';
const everyScope = `openid profile email phone address roles custom_data identities ${organizationScope} ${organizationRolesScope}`;
const protocolClaims = ['sub', 'iss', 'aud', 'exp', 'iat', 'at_hash', 'nonce', 'sid', 'auth_time'];

describe('claims', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let spa: Application;
  let visitor: Visitor;
  let userId: string;
  let keys: ReturnType<typeof jose.createRemoteJWKSet>;

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    spa = await newApplication(api, { type: 'SPA' });
    ({ visitor } = await obtainTokens({ base, client: spa, username: 'claimant', register: true }));
    userId = await userIdOf(server, 'default', 'claimant');
    keys = jose.createRemoteJWKSet(new URL(`${base}/oidc/jwks`));
  });

  /** A user's claims: in the ID token, and at userinfo. */
  const claimsFor = async (scope: string, client = spa) => {
    const tokens = await tokensAgain({ base, client, visitor, scope, extra: { nonce: 'n-1' } });
    const { payload } = await jose.jwtVerify(tokens.id_token ?? '', keys, {
      issuer: `${base}/oidc`,
      audience: client.id,
    });
    const answer = await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    const userinfo = (await answer.json()) as Record<string, unknown>;
    const about = Object.fromEntries(Object.entries(payload).filter(([name]) => !protocolClaims.includes(name)));
    return { tokens, payload, about, userinfo };
  };

  it('has the JWT type in its header, and the hash of its access token', async () => {
    const scope = 'openid offline_access';
    const first = await tokensAgain({ base, client: spa, visitor, scope });
    const { body: second } = await refresh(base, spa, first.refresh_token);
    for (const { id_token = '', access_token } of [first, second]) {
      const { payload, protectedHeader } = await jose.jwtVerify(id_token, keys);
      expect(protectedHeader.typ).toBe('JWT');
      const half = createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url');
      expect(payload.at_hash).toBe(half);
    }
  });

  it('an access token without permissions has an empty scope, and so has the response', async () => {
    const indicator = 'https://nothing.example.com';
    await addResource(server, 'default', { indicator, scopes: ['use'] });
    const resources = [indicator];
    const tokens = await tokensAgain({
      base,
      client: spa,
      visitor,
      scope: 'openid use',
      resources,
      more: { resource: indicator },
    });
    expect([tokens.scope, jose.decodeJwt(tokens.access_token).scope]).toEqual(['', '']);
  });

  it('has issuer, audience, time and nonce', async () => {
    const { payload, about, userinfo } = await claimsFor('openid');
    const now = Math.floor(Date.now() / 1000);
    expect(payload).toMatchObject({ sub: userId, iss: `${base}/oidc`, aud: spa.id, nonce: 'n-1' });
    expect(Math.abs((payload.iat ?? 0) - now)).toBeLessThan(30);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    expect(about).toEqual({});
    expect(userinfo).toEqual({ sub: userId });
  });

  it('uses null for empty columns, and omits missing profile fields', async () => {
    const { about, userinfo } = await claimsFor('openid profile email phone address');
    const expected = {
      name: null,
      picture: null,
      username: 'claimant',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      email: null,
      email_verified: false,
      phone_number: null,
      phone_number_verified: false,
    };
    expect(about).toEqual(expected);
    expect(userinfo).toEqual({ sub: userId, ...expected });
    expect(about.created_at).toBeGreaterThan(1_600_000_000_000); // milliseconds
  });

  it('maps each scope to its claims, large ones at userinfo only', async () => {
    const organizations = `insert into organizations (tenant_id, id, name, description) values ('default', 'org-1', 'First', 'One')`;
    const resourceId = await addResource(server, 'default', { indicator: 'https://x.example.com', scopes: ['x'] });
    const roleId = await addRole(server, 'default', { resourceId, scopes: ['x'] });
    await giveRole(server, 'default', roleId, { user: userId });
    await server.query(organizations);
    await server.query(
      `insert into organization_users (tenant_id, organization_id, user_id) values ('default', 'org-1', $1)`,
      [userId],
    );
    await server.query(`insert into organization_roles (tenant_id, id, name) values ('default', 'role-1', 'editor')`);
    await server.query(
      `insert into organization_role_users (tenant_id, organization_id, organization_role_id, user_id)
       values ('default', 'org-1', 'role-1', $1)`,
      [userId],
    );
    await server.query(
      `update users set name = 'Clara', avatar = 'https://x.example.com/c.png', primary_email = 'c@example.com',
         verified_email = 'C@example.com', primary_phone = '4912345', verified_phone = '4912345', custom_data = '{"shoe": 42}',
         identities = '{"social": {"userId": "s-1", "details": {}}}',
         profile = '{"familyName": "Imant", "zoneinfo": "Europe/Berlin", "address": {"formatted": "Street 1"}}'
       where tenant_id = 'default' and id = $1`,
      [userId],
    );
    const { about, userinfo } = await claimsFor(everyScope);
    const both = {
      name: 'Clara',
      picture: 'https://x.example.com/c.png',
      username: 'claimant',
      family_name: 'Imant',
      zoneinfo: 'Europe/Berlin',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      email: 'c@example.com',
      email_verified: true,
      phone_number: '4912345',
      phone_number_verified: true,
      address: { formatted: 'Street 1' },
      roles: [roleId],
      organizations: ['org-1'],
      organization_roles: ['org-1:editor'],
    };
    expect(about).toEqual(both);
    expect(userinfo).toEqual({
      sub: userId,
      ...both,
      custom_data: { shoe: 42 },
      identities: { social: { userId: 's-1', details: {} } },
      sso_identities: [],
      organization_data: [{ id: 'org-1', name: 'First', description: 'One' }],
    });
  });

  it('issues an opaque token for userinfo without a resource, and rejects it without openid', async () => {
    const { tokens } = await claimsFor('openid profile');
    expect(tokens.access_token).not.toContain('.');
    for (const token of ['', 'nonsense', tokens.id_token ?? '', tokens.refresh_token ?? 'none']) {
      const answer = await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^invalid_(token|request)$/) });
    }
  });

  it("uses the application's ID token lifetime", async () => {
    const client = await newApplication(api, { type: 'SPA', customClientMetadata: { idTokenTtl: 120 } });
    const { payload } = await claimsFor('openid', client);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120);
  });

  it('issues refresh tokens for offline_access with consent, or always if configured', async () => {
    const always = { customClientMetadata: { alwaysIssueRefreshToken: true } };
    const native = { type: 'Native' as const, redirectUris: ['com.example.claims://callback'] };
    const cases = [
      [spa, 'openid offline_access', 'consent', true],
      [spa, 'openid offline_access', '', false],
      [spa, 'openid', 'consent', false],
      [await newApplication(api, { type: 'SPA', ...always }), 'openid', '', true],
      [await newApplication(api, { type: 'Traditional', ...always }), 'openid', '', true],
      [await newApplication(api, { ...native, ...always }), 'openid', '', false],
      [await newApplication(api, native), 'openid offline_access', 'consent', true],
    ] as const;
    for (const [client, scope, prompt, expected] of cases) {
      const tokens = await tokensAgain({ base, client, visitor, scope, prompt });
      expect(tokens.refresh_token !== undefined, `${client.redirectUri} ${scope} ${prompt}`).toBe(expected);
    }
  });

  it('returns an empty scope when every resource scope was refused', async () => {
    const indicator = 'https://closed.example.com';
    await addResource(server, 'default', { indicator, scopes: ['enter'] });
    const tokens = await tokensAgain({
      base,
      client: spa,
      visitor,
      scope: 'openid enter',
      resources: [indicator],
      more: { resource: indicator },
    });
    expect(tokens.scope).toBe('');
    expect(jose.decodeJwt(tokens.access_token)).toMatchObject({ aud: indicator, sub: userId });
    expect(jose.decodeJwt(tokens.access_token).scope ?? '').toBe('');
  });
});
