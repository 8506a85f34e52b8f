// Scopes of refresh requests: what they may ask for, what they get, and the order of errors.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { addResource, addRole, announce, giveRole, userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh, tokensAgain } from '../harness/session.ts';
import { obtainTokens, type TokenSet } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import type { Visitor } from '../harness/visitor.ts';

const orders = 'https://orders.example.com';
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('scopes of refreshed tokens', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let visitor: Visitor;
  let spa: Application;
  let other: Application;
  let roleId: string;

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    spa = await newApplication(api, { type: 'SPA' });
    other = await newApplication(api, { type: 'SPA' });
    ({ visitor } = await obtainTokens({ base, client: spa, username: 'shopper', register: true }));
    const resourceId = await addResource(server, 'default', {
      indicator: orders,
      scopes: ['read:orders', 'write:orders', 'delete:orders'],
      accessTokenTtl: 900,
    });
    roleId = await addRole(server, 'default', { resourceId, scopes: ['read:orders', 'write:orders'] });
    await giveRole(server, 'default', roleId, { user: await userIdOf(server, 'default', 'shopper') });
  });

  const tokens = (scope = 'openid offline_access profile email', resources: string[] = []): Promise<TokenSet> =>
    tokensAgain({ base, client: spa, visitor, scope, resources });
  const allScopes = 'openid offline_access read:orders write:orders delete:orders';

  it('keeps the scope by default, and narrows it on request', async () => {
    const { refresh_token } = await tokens();
    const { body: whole } = await refresh(base, spa, refresh_token);
    expect(whole).toMatchObject({
      scope: 'openid offline_access profile email',
      token_type: 'Bearer',
      expires_in: 3600,
    });
    expect(Object.keys(whole).sort()).toEqual(
      ['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type'].sort(),
    );
    const { body: narrow } = await refresh(base, spa, whole.refresh_token, { scope: 'openid profile' });
    expect(narrow.scope).toBe('openid profile');
    const idToken = claimsOf(narrow.id_token ?? '');
    expect(idToken).toHaveProperty('username', 'shopper');
    expect(idToken).not.toHaveProperty('email');
    const { body: again } = await refresh(base, spa, narrow.refresh_token);
    expect(again.scope).toBe('openid offline_access profile email');
  });

  it('returns no ID token without openid', async () => {
    const { refresh_token } = await tokens();
    const { body } = await refresh(base, spa, refresh_token, { scope: 'profile' });
    expect(body).not.toHaveProperty('id_token');
    expect(body).toMatchObject({ scope: 'profile', refresh_token: expect.any(String) });
  });

  it('rejects more than the token has', async () => {
    const { refresh_token } = await tokens();
    const { status, body } = await refresh(base, spa, refresh_token, { scope: 'openid phone roles' });
    expect([status, body]).toMatchObject([
      400,
      { error: 'invalid_scope', error_description: 'refresh token missing requested scope(s)', scope: 'phone roles' },
    ]);
    expect((await refresh(base, spa, refresh_token)).status).toBe(200);
  });

  it("returns a token for the resource with the user's current permissions", async () => {
    const first = await tokens(allScopes, [orders]);
    const { body } = await refresh(base, spa, first.refresh_token, { resource: orders });
    expect(body).toMatchObject({ scope: 'read:orders write:orders', expires_in: 900 });
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({
      aud: orders,
      iss: `${base}/oidc`,
      client_id: spa.id,
      scope: 'read:orders write:orders',
    });
    expect(Object.keys(claims).sort()).toEqual(['aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'scope', 'sub']);
    expect(JSON.parse(Buffer.from(body.access_token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
    });
    const { body: part } = await refresh(base, spa, body.refresh_token, { resource: orders, scope: 'read:orders' });
    expect(part.scope).toBe('read:orders');
  });

  it('uses the default API if granted, for code exchanges and refreshes', async () => {
    const setDefault = async (indicator: string | null) => {
      await server.query(
        `update resources set is_default = indicator is not distinct from $1 where tenant_id = 'default'`,
        [indicator],
      );
      await announce(server, 'default', 'resources');
    };
    const other = 'https://other.example.com';
    await addResource(server, 'default', { indicator: other, scopes: ['read:orders'] });
    await setDefault(orders);
    try {
      for (const resources of [[], [orders], [orders, other]]) {
        const first = await tokens(allScopes, resources);
        expect(claimsOf(first.access_token)).toMatchObject({ aud: orders, scope: 'read:orders write:orders' });
        const { body } = await refresh(base, spa, first.refresh_token);
        expect(claimsOf(body.access_token)).toMatchObject({ aud: orders, scope: 'read:orders write:orders' });
      }
      const { access_token } = await tokens(allScopes, [other]);
      expect(access_token.split('.')).toHaveLength(1);
    } finally {
      await setDefault(null);
    }
  });

  it('loses a permission with the next token, with an empty scope when none is left', async () => {
    const first = await tokens(allScopes, [orders]);
    const change = async (sql: string, scopes: string[]) => {
      await server.query(sql, [roleId, scopes]);
      await announce(server, 'default', 'rolesScopes');
    };
    const take = `delete from roles_scopes where tenant_id = 'default' and role_id = $1
      and scope_id in (select id from scopes where tenant_id = 'default' and name = any ($2))`;
    const give = `insert into roles_scopes (tenant_id, role_id, scope_id)
      select 'default', $1, id from scopes where tenant_id = 'default' and name = any ($2)`;
    await change(take, ['write:orders']);
    const { body: fewer } = await refresh(base, spa, first.refresh_token, { resource: orders });
    expect(fewer.scope).toBe('read:orders');
    await change(take, ['read:orders']);
    const { body: none } = await refresh(base, spa, fewer.refresh_token, { resource: orders });
    expect(none.scope).toBe('');
    expect(claimsOf(none.access_token).scope ?? '').toBe('');
    await change(give, ['read:orders', 'write:orders', 'delete:orders']);
    const { body: back } = await refresh(base, spa, none.refresh_token, { resource: orders });
    expect(back.scope).toBe('read:orders write:orders'); // anything not in the grant needs a new authorization
    expect((await tokens(allScopes, [orders])).refresh_token).toBeTruthy();
    await change(take, ['delete:orders']);
  });

  it('rejects in the order of the checks, and keeps the token usable', async () => {
    const { refresh_token } = await tokens();
    const wrongScope = { scope: 'openid phone' };
    const order = [
      [await refresh(base, spa, 'unknown', wrongScope), 'invalid_grant'],
      [await refresh(base, other, refresh_token, wrongScope), 'invalid_grant'],
      [await refresh(base, spa, refresh_token, wrongScope), 'invalid_scope'],
      [await refresh(base, spa, '', wrongScope), 'invalid_request'],
    ] as const;
    expect(order.map(([answer]) => answer.body.error)).toEqual(order.map(([, error]) => error));
    expect((await refresh(base, spa, refresh_token)).status).toBe(200);
    // The scope is checked before reuse, so nothing is revoked.
    expect((await refresh(base, spa, refresh_token, wrongScope)).body.error).toBe('invalid_scope');
  });

  it('rejects a missing or expired grant', async () => {
    for (const sql of [
      `delete from oidc_model_instances where tenant_id = 'default' and model_name = 'Grant' and id = $1`,
      `update oidc_model_instances set expires_at = now() - interval '1 second'
       where tenant_id = 'default' and model_name = 'Grant' and id = $1`,
    ]) {
      const { refresh_token } = await tokens();
      const [row] = await server.query(
        `select grant_id from oidc_model_instances where tenant_id = 'default' and model_name = 'RefreshToken' and id = $1`,
        [digestOf(refresh_token)],
      );
      await server.query(sql, [(row as { grant_id?: string } | undefined)?.grant_id]);
      expect((await refresh(base, spa, refresh_token)).body.error).toBe('invalid_grant');
      visitor.forgetCookies();
      ({ visitor } = await obtainTokens({ base, client: spa, username: 'shopper' }));
    }
  });

  it('rejects suspended and deleted users', async () => {
    const { visitor: leaving, tokens: held } = await obtainTokens({
      base,
      client: spa,
      username: 'leaver',
      register: true,
    });
    const { refresh_token: second } = await tokensAgain({ base, client: spa, visitor: leaving });
    await server.query(`update users set is_suspended = true where tenant_id = 'default' and username = 'leaver'`);
    expect((await refresh(base, spa, held.refresh_token)).body.error).toBe('invalid_grant');
    await server.query(`delete from users where tenant_id = 'default' and username = 'leaver'`);
    expect((await refresh(base, spa, second)).body.error).toBe('invalid_grant');
  });
});
