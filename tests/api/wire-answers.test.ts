// Codes, fields and names that existing API clients rely on.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newResource, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { newUser } from '../harness/users.ts';

describe('wire contract responses', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const refusal = async (method: string, path: string, body?: unknown) => outcome(await api.call(method, path, body));

  it('returns entity.not_found when there is nothing to delete', async () => {
    const gone = [404, 'entity.not_found'];
    const { id } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    expect(await refusal('DELETE', `/applications/${id}/user-consent-scopes/user-scopes/email`)).toEqual(gone);
    expect(await refusal('DELETE', '/one-time-tokens/unknown')).toEqual(gone);
    for (const kind of ['access-token', 'client-credentials']) {
      expect(await refusal('DELETE', `/configs/jwt-customizer/${kind}`)).toEqual(gone);
    }
    const organizationId = await newOrganization(api);
    const { id: userId } = await newUser(api);
    await api.call('POST', `/organizations/${organizationId}/users`, { userIds: [userId] });
    const roleId = await newOrganizationRole(api);
    expect(await refusal('DELETE', `/organizations/${organizationId}/users/${userId}/roles/${roleId}`)).toEqual(gone);
  });

  it('returns entity.not_exists when there is nothing to update', async () => {
    const missing = [404, 'entity.not_exists'];
    expect(await refusal('PATCH', '/hooks/unknown', { name: 'New' })).toEqual(missing);
    expect(await refusal('PATCH', '/hooks/unknown/signing-key')).toEqual(missing);
    const field = { type: 'Text', label: 'Nickname', required: false };
    expect(await refusal('PUT', '/custom-profile-fields/unknown', field)).toEqual(missing);
  });

  it('rejects empty lists and empty updates', async () => {
    const { id } = await newRole(api);
    const invalid = [400, 'guard.invalid_input'];
    expect(await refusal('POST', `/roles/${id}/users`, { userIds: [] })).toEqual(invalid);
    expect(await refusal('POST', `/roles/${id}/scopes`, { scopeIds: [] })).toEqual(invalid);
    expect(await refusal('POST', `/roles/${id}/applications`, { applicationIds: [] })).toEqual(invalid);
    const user = await newUser(api);
    expect(await refusal('PATCH', `/users/${user.id}`, {})).toEqual([422, 'entity.invalid_input']);
    expect(await refusal('PATCH', `/users/${user.id}`, { unknown: 1 })).toEqual([422, 'entity.invalid_input']);
  });

  it.each(['Native', 'SPA'] as const)('allows no secret for %s applications', async (type) => {
    const { id } = await newApplication(api, { type });
    const created = await refusal('POST', `/applications/${id}/secrets`, { name: 'Secret' });
    expect(created).toEqual([422, 'entity.db_constraint_violated']);
  });

  it('validates new permission names as scope tokens', async () => {
    const { id: resourceId } = await newResource(api, 'https://names.example.com');
    for (const at of [`/resources/${resourceId}/scopes`, '/organization-scopes']) {
      const name = async (given: string) => {
        const answer = await api.call('POST', at, { name: given });
        return answer.status === 201 ? 201 : [...outcome(answer), (answer.json() as { details?: string }).details];
      };
      for (const good of ['read:orders', 'a/b+c', '!~']) expect(await name(good), good).toBe(201);
      expect(await name('read orders')).toEqual([400, 'scope.name_with_space', undefined]);
      for (const bad of ['a"b', 'a\\b', 'aufträge', 'a\u007fb']) {
        expect(await name(bad), bad).toEqual([
          400,
          'guard.invalid_input',
          expect.stringContaining('name: use printable'),
        ]);
      }
      expect(await name('openid')).toEqual([400, 'guard.invalid_input', expect.stringContaining('reserved')]);
    }
    await server.query(`insert into scopes (tenant_id, id, resource_id, name) values ('default', 'old', $1, 'grüße')`, [
      resourceId,
    ]);
    const at = `/resources/${resourceId}/scopes/old`;
    expect((await api.call('PATCH', at, { name: 'grüße', description: 'Old' })).status).toBe(200);
    expect(await refusal('PATCH', at, { name: 'größe' })).toEqual([400, 'guard.invalid_input']);
    expect((await api.call('PATCH', at, { name: 'greetings' })).status).toBe(200);
  });

  it('rejects a script with a syntax error and its position, and accepts an empty one', async () => {
    const at = '/configs/jwt-customizer/access-token';
    const broken = 'const getCustomJwtClaims = async () => {\n  return { a: };\n};';
    for (const method of ['PUT', 'PATCH']) {
      const answer = await api.call(method, at, { script: broken });
      expect([answer.status, answer.json()]).toMatchObject([
        422,
        {
          code: 'jwt_customizer.general',
          details: expect.stringMatching(/^script: SyntaxError: .* \(line 2, column \d+\)$/),
          data: { reason: 'syntax', line: 2 },
        },
      ]);
    }
    expect((await api.call('PUT', at, { script: '' })).status).toBe(201);
    expect((await api.call('DELETE', at)).status).toBe(204);
  });

  it('always includes the captcha of an interaction', async () => {
    const { call } = await openInteraction(server.origin, demoApp(server.origin));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    expect((await call('GET', '/interaction')).json()).toMatchObject({ captcha: { verified: false, skipped: false } });
  });

  it('explains why a password cannot be checked', async () => {
    const answer = await api.call('POST', '/sign-in-exp/default/check-password', { password: 'x' });
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { code: 'request.invalid_input', data: { message: expect.stringContaining('userId') } },
    ]);
  });

  it('rejects an unknown user who accepts an invitation', async () => {
    const organizationId = await newOrganization(api);
    const body = { invitee: 'a@example.com', organizationId, expiresAt: Date.now() + 60_000, messagePayload: false };
    const { id } = (await api.call('POST', '/organization-invitations', body)).json() as { id: string };
    const accepted = { status: 'Accepted', acceptedUserId: 'unknown' };
    expect(await refusal('PUT', `/organization-invitations/${id}/status`, accepted)).toEqual([404, 'entity.not_found']);
  });

  it('serves tenant endpoints on the admin tenant only', async () => {
    const at = (tenantId: string) => fetch(`${server.base(tenantId)}/api/.well-known/endpoints/default`);
    expect((await at('default')).status).toBe(404);
    expect(await (await at('admin')).json()).toEqual({ user: server.base('default') });
  });

  it('reports an unknown connector of a social verification as invalid', async () => {
    const people = accounts(server);
    await people.allow();
    const ada = await people.person('ada');
    const asked = { connectorId: 'unknown', state: 'x', redirectUri: 'https://a.example/cb' };
    const answer = await ada.call('POST', '/verifications/social', asked);
    expect(outcome(answer)).toEqual([422, 'session.invalid_connector_id']);
  });

  it('answers HEAD like GET, without a body', async () => {
    const icon = /href="(\/sign-in-assets\/[^"]+)"/.exec(await (await fetch(`${server.origin}/sign-in`)).text())?.[1];
    const headers = { authorization: `Bearer ${api.token}`, 'accept-encoding': 'identity' };
    for (const path of ['/api/users?page=1', '/api/unknown', '/sign-in', '/health/ready', `${icon}`]) {
      const answers = await Promise.all(
        ['GET', 'HEAD'].map(async (method) => {
          const answer = await fetch(`${server.origin}${path}`, { method, headers });
          const named = ['content-type', 'content-length', 'cache-control', 'total-number'];
          return {
            status: answer.status,
            named: named.map((name) => answer.headers.get(name)),
            body: await answer.text(),
          };
        }),
      );
      const [get, head] = answers;
      expect(get?.body, path).not.toBe('');
      expect(head, path).toEqual({ ...get, body: '' });
    }
  });
});
