// Custom claims from a tenant's script in user and machine-to-machine tokens.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { auditLog } from '../harness/audit-log.ts';
import { addResource, addRole, giveRole, userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh, tokensAgain } from '../harness/session.ts';
import { type Client, obtainTokens, tokenRequest } from '../harness/sign-in.ts';
import type { Visitor } from '../harness/visitor.ts';

const stock = 'https://stock.example.com';

describe('custom claims', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let machine: Application;
  let client: Client;
  let visitor: Visitor;
  let userId: string;

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    machine = await newApplication(api, { type: 'MachineToMachine' });
    const application = await newApplication(api, { type: 'SPA' });
    client = { clientId: application.id, redirectUri: application.redirectUri };
    const resourceId = await addResource(server, 'default', { indicator: stock, scopes: ['read:stock'] });
    const roleId = await addRole(server, 'default', { resourceId, scopes: ['read:stock'] });
    ({ visitor } = await obtainTokens({ base, client, username: 'ada', register: true }));
    userId = await userIdOf(server, 'default', 'ada');
    await giveRole(server, 'default', roleId, { user: userId });
    await server.query(`update users set custom_data = '{"level": 7}' where id = $1`, [userId]);
    await server.query(`insert into organizations (tenant_id, id, name) values ('default', 'org', 'Organization')`);
    await server.query(
      `insert into organization_users (tenant_id, organization_id, user_id) values ('default', 'org', $1)`,
      [userId],
    );
  });

  const save = async (kind: string, body: string, more: object = {}) => {
    const script = `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {\n${body}\n};`;
    const answer = await api.call('PUT', `/configs/jwt-customizer/${kind}`, { script, ...more });
    expect(answer.status, answer.body).toBeLessThan(300);
  };
  const saveForPeople = (body: string, more: object = {}) => save('access-token', body, more);
  const people = async (): Promise<Record<string, unknown>> => {
    const scope = 'openid read:stock';
    const tokens = await tokensAgain({ base, client, visitor, scope, resources: [stock], more: { resource: stock } });
    return decodeJwt(tokens.access_token);
  };
  const machineToken = () =>
    tokenRequest(base, machine, { grant_type: 'client_credentials', resource: stock, scope: 'read:stock' });

  it('are in machine-to-machine tokens, which have no context', async () => {
    await save('client-credentials', 'return { token, context: typeof context, key: environmentVariables.KEY };', {
      environmentVariables: { KEY: 'secret of the script' },
    });
    const { body } = await machineToken();
    expect(decodeJwt(body.access_token)).toMatchObject({
      sub: machine.id,
      token: { kind: 'ClientCredentials', aud: stock, clientId: machine.id, jti: expect.any(String) },
      context: 'undefined',
      key: 'secret of the script',
    });
    await api.call('DELETE', '/configs/jwt-customizer/client-credentials');
    expect(decodeJwt((await machineToken()).body.access_token)).not.toHaveProperty('key');
  });

  it("are in user tokens, derived from the user's data", async () => {
    await saveForPeople('return { token, context };');
    const { token, context } = (await people()) as { token: object; context: Record<string, Record<string, unknown>> };
    expect(token).toEqual({
      jti: expect.any(String),
      aud: stock,
      scope: 'read:stock',
      clientId: client.clientId,
      accountId: userId,
      grantId: expect.any(String),
      gty: 'authorization_code',
      sessionUid: expect.any(String),
      kind: 'AccessToken',
      expiresWithSession: true,
    });
    expect(context.grant).toBeUndefined();
    expect(context.user).toMatchObject({
      id: userId,
      username: 'ada',
      customData: { level: 7 },
      hasPassword: true,
      applicationId: client.clientId,
      mfaVerificationFactors: [],
      roles: [{ scopes: [{ name: 'read:stock', resource: { indicator: stock, tenantId: 'default' } }] }],
      organizations: [{ id: 'org', name: 'Organization', description: null }],
      organizationRoles: [],
    });
    expect(Object.keys(context.user ?? {}).filter((name) => /password|mfaV|tenant|Key|search/.test(name))).toEqual([
      'mfaVerificationFactors',
    ]);
  });

  it('know how the user signed in, without the password', async () => {
    await saveForPeople('return { interaction: context.interaction };');
    const grace = await obtainTokens({ base, client, username: 'ada' });
    const scope = 'openid read:stock';
    const again = { base, client, visitor: grace.visitor, scope, resources: [stock], more: { resource: stock } };
    const { interaction } = decodeJwt((await tokensAgain(again)).access_token);
    expect(interaction).toEqual({
      interactionEvent: 'SignIn',
      userId,
      verificationRecords: [
        { id: expect.any(String), type: 'Password', verified: true, identifier: { type: 'username', value: 'ada' } },
      ],
    });
  });

  it("A54 cannot override the server's claims", async () => {
    await saveForPeople(
      `return { sub: 'x', iss: 'x', aud: 'x', exp: 1, iat: 1, nbf: 9999999999, jti: 'x', client_id: 'x', scope: 'all',
        cnf: { jkt: 'x' }, authorization_details: [], __proto__: { admin: true }, fine: true };`,
    );
    const claims = await people();
    expect(claims).toMatchObject({
      sub: userId,
      iss: `${base}/oidc`,
      aud: stock,
      scope: 'read:stock',
      client_id: client.clientId,
      fine: true,
    });
    for (const name of ['nbf', 'cnf', 'authorization_details', 'admin']) expect(claims).not.toHaveProperty(name);
    expect(claims.exp).toBeGreaterThan(Date.now() / 1000);
  });

  it('are omitted when the script fails, which is logged', async () => {
    await saveForPeople('\nthrow new Error("cannot know");');
    const claims = await people();
    expect(claims).toMatchObject({ sub: userId, scope: 'read:stock' });
    await save('client-credentials', 'return 7;');
    expect((await machineToken()).status).toBe(200);
    await api.call('DELETE', '/configs/jwt-customizer/client-credentials');
    const entries = (
      await auditLog(server, 'default', (all) => all.filter(({ key }) => key.startsWith('JwtCustomizer')).length >= 2)
    ).filter(({ key }) => key.startsWith('JwtCustomizer'));
    expect(entries.slice(-2)).toMatchObject([
      {
        key: 'JwtCustomizer.AccessToken',
        payload: {
          result: 'Error',
          userId,
          applicationId: client.clientId,
          error: { code: 'General', reason: 'thrown', message: 'cannot know', line: 3 },
        },
      },
      {
        key: 'JwtCustomizer.ClientCredentials',
        payload: { result: 'Error', applicationId: machine.id, error: { reason: 'not-an-object' } },
      },
    ]);
  });

  it('can deny the token without using up the refresh token', async () => {
    await api.call('DELETE', '/configs/jwt-customizer/access-token');
    const scope = 'openid offline_access read:stock';
    const { refresh_token } = await tokensAgain({ base, client, visitor, scope, resources: [stock] });
    await saveForPeople('if (context.user.customData.level < 9) api.denyAccess("Level 9 only");');
    const denied = await refresh(base, client, refresh_token, { resource: stock });
    expect([denied.status, denied.body]).toMatchObject([
      400,
      { code: 'oidc.access_denied', error: 'access_denied', error_description: 'Level 9 only' },
    ]);
    const entries = await auditLog(server, 'default', (all) =>
      all.some(({ payload }) => (payload.error as { code?: string })?.code === 'AccessDenied'),
    );
    expect(entries.at(-1)?.payload.result).toBe('Error');
    await saveForPeople('return { level: context.user.customData.level };');
    const { status, body } = await refresh(base, client, refresh_token, { resource: stock });
    expect([status, decodeJwt(body.access_token).level]).toEqual([200, 7]);
    expect(body.refresh_token).not.toBe(refresh_token);
  });

  it('also apply to opaque tokens', async () => {
    await saveForPeople('api.denyAccess("Nobody");');
    await expect(tokensAgain({ base, client, visitor, scope: 'openid' })).rejects.toThrow('Nobody');
    await api.call('DELETE', '/configs/jwt-customizer/access-token');
    expect((await tokensAgain({ base, client, visitor, scope: 'openid' })).access_token).not.toContain('.');
  });
});
