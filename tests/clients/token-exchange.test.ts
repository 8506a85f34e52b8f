// Token exchange with a strict client: subject tokens issued by an administrator, and personal access tokens.
import { randomUUID } from 'node:crypto';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import {
  addOrganization,
  addOrganizationRole,
  addOrganizationScopes,
  joinOrganization,
  scopeIds,
} from '../harness/organization-rows.ts';
import { addResource, addRole, announce, giveRole, userIdOf } from '../harness/permissions.ts';
import { type ResourceServer, startResourceServer } from '../harness/resource-server.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokensAgain } from '../harness/session.ts';
import { obtainTokens, password, tokenRequest } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const personalTokenType = 'urn:tessera:token-type:personal_access_token';
const tickets = 'https://tickets.example.com';

describe('token exchange', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let app: Application;
  let spa: Application;
  let userId: string;
  let agentId: string;
  let agent: Visitor;
  let shop: ResourceServer;

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    app = await newApplication(api, { type: 'Traditional' });
    spa = await newApplication(api, { type: 'SPA' });
    await obtainTokens({ base, client: spa, username: 'customer', register: true });
    ({ visitor: agent } = await obtainTokens({ base, client: spa, username: 'agent', register: true }));
    [userId, agentId] = [await userIdOf(server, 'default', 'customer'), await userIdOf(server, 'default', 'agent')];
    const scopes = ['read', 'write', 'close'];
    const resourceId = await addResource(server, 'default', { indicator: tickets, scopes, accessTokenTtl: 700 });
    const roleId = await addRole(server, 'default', { resourceId, scopes: ['read'] });
    await giveRole(server, 'default', roleId, { user: userId });
    await addOrganizationScopes(server, 'default', ['invite', 'remove']);
    const resourceScopeIds = await scopeIds(server, 'default', resourceId, ['write']);
    await addOrganizationRole(server, 'default', { id: 'manager', scopes: ['invite'], resourceScopeIds });
    await addOrganization(server, 'default', { id: 'ours', name: 'Ours' });
    await addOrganization(server, 'default', { id: 'theirs', name: 'Theirs' });
    await addOrganization(server, 'default', { id: 'strict', name: 'Strict', isMfaRequired: true });
    await joinOrganization(server, 'default', 'ours', { user: userId, roles: ['manager'] });
    await joinOrganization(server, 'default', 'strict', { user: userId });
    shop = await startResourceServer(`${base}/oidc`, tickets);
  });
  afterAll(() => shop.stop());

  const subjectToken = async (body: object = { userId }): Promise<string> => {
    const answer = await api.call('POST', '/subject-tokens', body);
    expect(answer.status, answer.body).toBe(201);
    const created = answer.json() as { subjectToken: string; expiresIn: number };
    expect(created).toEqual({ subjectToken: expect.stringMatching(/^sub_[a-z0-9]{21}$/), expiresIn: 600 });
    return created.subjectToken;
  };
  const personalToken = async (more: object = {}, owner = userId): Promise<string> => {
    const name = `Token ${randomUUID()}`;
    const answer = await api.call('POST', `/users/${owner}/personal-access-tokens`, { name, ...more });
    expect(answer.status, answer.body).toBe(201);
    return (answer.json() as { value: string }).value;
  };
  const exchange = (form: Record<string, string>, client: Application = app) =>
    tokenRequest(base, client, { grant_type: grantType, subject_token_type: accessTokenType, ...form });
  const actorToken = async (scope = 'openid') =>
    (await tokensAgain({ base, client: spa, visitor: agent, scope })).access_token;

  it("returns a user's token for an API, verified by the API", async () => {
    const config = await oidc.discovery(new URL(`${base}/oidc`), app.clientId, app.clientSecret, undefined, {
      execute: [oidc.allowInsecureRequests],
    });
    expect(config.serverMetadata().grant_types_supported).toContain(grantType);
    const tokens = await oidc.genericGrantRequest(config, grantType, {
      subject_token: await subjectToken(),
      subject_token_type: accessTokenType,
      resource: tickets,
      scope: 'read write close',
    });
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    // Without an organization, the roles in all of them count.
    expect(tokens).toMatchObject({ expires_in: 700, scope: 'read write' });
    const { status, claims } = await shop.call(tokens.access_token);
    expect([status, claims]).toMatchObject([200, { sub: userId, client_id: app.id, scope: 'read write' }]);
    expect(claims).not.toHaveProperty('act');
    expect(claims).not.toHaveProperty('organization_id');
  });

  it('includes the actor', async () => {
    const { body } = await exchange({
      subject_token: await subjectToken(),
      actor_token: await actorToken(),
      actor_token_type: accessTokenType,
      resource: tickets,
      scope: 'read',
    });
    expect((await shop.call(body.access_token)).claims).toMatchObject({ sub: userId, act: { sub: agentId } });
  });

  it("returns an opaque token for the user's account", async () => {
    const { status, body } = await exchange({
      subject_token: await subjectToken(),
      scope: 'openid profile offline_access read',
    });
    expect([status, body.scope, body.expires_in]).toEqual([200, 'openid profile', 3600]);
    expect(body.access_token.split('.')).toHaveLength(1);
    const read = (token: string) => fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await read(body.access_token)).json()).toMatchObject({ sub: userId, username: 'customer' });
    const { body: without } = await exchange({ subject_token: await subjectToken() });
    expect(without.scope).toBe('');
    expect((await read(without.access_token)).status).toBe(403);
  });

  it('returns organization tokens, and API tokens bound to an organization', async () => {
    const pat = { subject_token: await personalToken(), subject_token_type: personalTokenType };
    const { body } = await exchange({ ...pat, organization_id: 'ours', scope: 'invite remove' });
    expect(body.scope).toBe('invite');
    expect(jose.decodeJwt(body.access_token)).toMatchObject({ aud: 'urn:tessera:organization:ours', sub: userId });
    const { body: bound } = await exchange({
      ...pat,
      organization_id: 'ours',
      resource: tickets,
      scope: 'read write close',
    });
    expect((await shop.call(bound.access_token)).claims).toMatchObject({
      organization_id: 'ours',
      scope: 'read write',
    });
    for (const [organization_id, error_description] of [
      ['theirs', 'user is not a member of the organization'],
      ['nowhere', 'user is not a member of the organization'],
      ['strict', 'organization requires MFA but user has no MFA configured'],
    ] as const) {
      const refused = await exchange({ ...pat, organization_id });
      expect([refused.status, refused.body]).toMatchObject([403, { error: 'access_denied', error_description }]);
    }
  });

  it('a personal access token works repeatedly until it expires', async () => {
    const value = await personalToken({ expiresAt: Date.now() + 3_600_000 });
    const form = {
      subject_token: value,
      subject_token_type: personalTokenType,
      resource: tickets,
      scope: 'read',
    };
    for (let time = 0; time < 3; time += 1) expect((await exchange(form)).status).toBe(200);
    await server.query(`update personal_access_tokens set expires_at = now() - interval '1 second' where value = $1`, [
      digestOf(value),
    ]);
    expect((await exchange(form)).body.error).toBe('invalid_grant');
  });

  it('R18 a personal access token outlasts a new password, and ends when it is deleted', async () => {
    const form = { subject_token: '', subject_token_type: personalTokenType, scope: 'openid' };
    const { id } = await newUser(api, { username: 'scripted', password });
    const path = `/users/${id}/personal-access-tokens`;
    const { value } = (await api.call('POST', path, { name: 'Script' })).json() as { value: string };
    const issued = await exchange({ ...form, subject_token: value });
    const userinfo = ({ access_token }: { access_token: string }) =>
      newVisitor({ authorization: `Bearer ${access_token}` }).get(`${base}/oidc/me`);
    expect((await userinfo(issued.body)).status).toBe(200);
    expect((await api.call('PATCH', `/users/${id}/password`, { password: `${password}!` })).status).toBe(200);
    // Opaque tokens end, and the script gets new ones.
    expect((await userinfo(issued.body)).status).toBe(401);
    expect((await exchange({ ...form, subject_token: value })).status).toBe(200);
    expect((await api.call('DELETE', `${path}/Script`)).status).toBe(204);
    expect((await exchange({ ...form, subject_token: value })).body.error).toBe('invalid_grant');
  });

  it('A11 a subject token works once, and C01 for one of fifty concurrent requests', async () => {
    const form = { subject_token: await subjectToken(), resource: tickets, scope: 'read' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(form)));
    const outcomes = answers.map(({ status, body }) => body.error ?? status);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'invalid_grant')).toHaveLength(49);
    expect((await exchange(form)).body.error).toBe('invalid_grant');
    const opaque = { subject_token: await subjectToken(), scope: 'openid' };
    const count = async () =>
      Number(
        (
          await server.query<{ count: string }>(
            `select count(*) from oidc_model_instances where model_name = 'AccessToken' and account_id = $1`,
            [userId],
          )
        )[0]?.count,
      );
    const before = await count();
    const again = await Promise.all(Array.from({ length: 50 }, () => exchange(opaque)));
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await count()) - before).toBe(1);
  });

  it('a refused exchange does not use up the subject token', async () => {
    const subject_token = await subjectToken();
    const refused = [
      await exchange({ subject_token, resource: 'https://nowhere.example.com' }),
      await exchange({ subject_token, organization_id: 'theirs' }),
      await exchange({ subject_token, actor_token: 'nonsense', actor_token_type: accessTokenType }),
    ];
    expect(refused.map(({ body }) => body.error)).toEqual(['invalid_target', 'access_denied', 'invalid_grant']);
    expect((await exchange({ subject_token, resource: tickets, scope: 'read' })).status).toBe(200);
  });

  it('A16 rejects a subject token one second after its expiry', async () => {
    const subject_token = await subjectToken();
    await server.query(`update subject_tokens set expires_at = now() - interval '1 second' where id = $1`, [
      digestOf(subject_token),
    ]);
    expect((await exchange({ subject_token })).body.error).toBe('invalid_grant');
  });

  it('A17 rejects other token types as subject', async () => {
    const own = await tokensAgain({ base, client: spa, visitor: agent, scope: 'openid offline_access' });
    const jwt = await tokensAgain({
      base,
      client: spa,
      visitor: agent,
      scope: 'openid read',
      resources: [tickets],
      more: { resource: tickets },
    });
    const [pat, leave] = [await personalToken(), await subjectToken()];
    const kinds = [accessTokenType, personalTokenType, 'urn:ietf:params:oauth:token-type:jwt', 'nonsense'];
    const values = [own.access_token, own.id_token, own.refresh_token, jwt.access_token, api.token, pat, leave, 'x'];
    for (const subject_token_type of kinds) {
      for (const value of values) {
        const isRight =
          (value === pat && subject_token_type === personalTokenType) ||
          (value === leave && subject_token_type === accessTokenType);
        if (isRight) continue;
        const { status, body } = await exchange({ subject_token: value ?? '', subject_token_type });
        expect([subject_token_type, value?.slice(0, 8), status, body.error]).toEqual([
          subject_token_type,
          value?.slice(0, 8),
          400,
          'invalid_grant',
        ]);
      }
    }
    for (const missing of ['subject_token', 'subject_token_type']) {
      const { body } = await exchange({ subject_token: leave, [missing]: '' });
      expect(body).toMatchObject({ error: 'invalid_request' });
    }
  });

  it('A17 rejects other token types as actor', async () => {
    const own = await tokensAgain({ base, client: spa, visitor: agent, scope: 'openid offline_access' });
    const jwt = await tokensAgain({
      base,
      client: spa,
      visitor: agent,
      scope: 'openid read',
      resources: [tickets],
      more: { resource: tickets },
    });
    const subject_token = await subjectToken();
    const wrong = [own.id_token, own.refresh_token, jwt.access_token, api.token, await personalToken(), subject_token];
    for (const actor_token of wrong) {
      const answer = await exchange({
        subject_token,
        actor_token: actor_token ?? '',
        actor_token_type: accessTokenType,
      });
      expect([actor_token?.slice(0, 8), answer.body.error]).toEqual([actor_token?.slice(0, 8), 'invalid_grant']);
    }
    const mistyped = { subject_token, actor_token: own.access_token };
    for (const form of [mistyped, { ...mistyped, actor_token_type: personalTokenType }]) {
      expect((await exchange(form)).body.error).toBe('invalid_grant');
    }
    const revoked = own.access_token;
    await fetch(`${base}/oidc/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: spa.id, token: revoked }),
    });
    const late = { subject_token, actor_token: revoked, actor_token_type: accessTokenType };
    expect((await exchange(late)).body.error).toBe('invalid_grant');
    const person = await obtainTokens({ base, client: spa, username: 'dismissed', register: true, scope: 'openid' });
    const form = { subject_token, actor_token: person.tokens.access_token, actor_token_type: accessTokenType };
    await server.query(`update users set is_suspended = true where username = 'dismissed'`);
    expect((await exchange(form)).body.error).toBe('invalid_grant');
    expect((await exchange({ subject_token, resource: tickets })).status).toBe(200);
  });

  it('A17 rejects tokens of another tenant', async () => {
    const admin = await managementApi(server, 'admin');
    const foreign = await newApplication(admin, { type: 'Traditional' });
    const form = { grant_type: grantType, subject_token_type: accessTokenType, subject_token: await subjectToken() };
    const { body } = await tokenRequest(server.base('admin'), foreign, form);
    expect(body.error).toBe('invalid_grant');
    const answer = await admin.call('POST', '/subject-tokens', { userId });
    expect([answer.status, answer.json()]).toMatchObject([404, { code: 'entity.not_found' }]);
  });

  it('A17 rejects third-party and machine-to-machine applications', async () => {
    const thirdParty = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const subject_token = await subjectToken();
    const refused = await exchange({ subject_token }, thirdParty);
    expect(refused.body).toMatchObject({
      error: 'invalid_client',
      error_description: 'third-party applications are not allowed for this grant type',
    });
    expect((await exchange({ subject_token }, machine)).body.error).toBe('invalid_request');
    expect((await exchange({ subject_token }, spa)).status).toBe(200);
  });

  it('A17 rejects suspended and deleted users', async () => {
    await obtainTokens({ base, client: spa, username: 'leaver', register: true });
    const leaver = await userIdOf(server, 'default', 'leaver');
    const pat = { subject_token: await personalToken({}, leaver), subject_token_type: personalTokenType };
    const leave = { subject_token: await subjectToken({ userId: leaver }) };
    const { body } = await exchange({ ...pat, scope: 'openid' });
    const read = () => fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect((await read()).status).toBe(200);
    await server.query(`update users set is_suspended = true where username = 'leaver'`);
    expect((await read()).status).toBe(401);
    for (const form of [pat, leave]) expect((await exchange(form)).body.error).toBe('invalid_grant');
    await server.query(`delete from users where username = 'leaver'`);
    for (const form of [pat, leave]) expect((await exchange(form)).body.error).toBe('invalid_grant');
  });

  it('uses the default resource if none is named', async () => {
    const indicator = 'https://default.example.com';
    await addResource(server, 'default', { indicator, scopes: ['any'], isDefault: true });
    try {
      const { body } = await exchange({ subject_token: await subjectToken(), scope: 'openid any' });
      expect(jose.decodeJwt(body.access_token).aud).toBe(indicator);
      const ofOrganization = { subject_token: await subjectToken(), organization_id: 'ours', scope: 'invite' };
      const { body: own } = await exchange(ofOrganization);
      expect(jose.decodeJwt(own.access_token).aud).toBe('urn:tessera:organization:ours');
    } finally {
      await server.query(`update resources set is_default = false where indicator = $1`, [indicator]);
      await announce(server, 'default', 'resources');
    }
  });

  it('is in the audit log, with its type and without secrets', async () => {
    const subject_token = await subjectToken({ userId, context: { ticket: 'T-1' } });
    const { body } = await exchange({ subject_token, resource: tickets, scope: 'write' });
    expect(body.scope).toBe('write');
    const isOurs = ({ key, payload }: LogEntry) => key === 'ExchangeTokenBy.TokenExchange' && payload.scope === 'write';
    const entry = (await auditLog(server, 'default', (entries) => entries.some(isOurs))).find(isOurs);
    expect(entry?.payload).toMatchObject({
      result: 'Success',
      applicationId: app.id,
      userId,
      tokenTypes: ['AccessToken'],
      params: { subject_token: '******', subject_token_type: accessTokenType, resource: tickets },
    });
    const [record] = await server.query<{ after: Record<string, unknown>; entity_id: string }>(
      `select after, entity_id from change_records where operation = 'subject-token.created'
       order by created_at desc limit 1`,
    );
    expect(record).toMatchObject({ after: { id: '******', userId, context: { ticket: 'T-1' } }, entity_id: userId });
  });
});
