// Tokens follow roles: every change shows in the next token.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { userIdOf } from '../harness/permissions.ts';
import { newMachineRole, newResource, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh, tokensAgain } from '../harness/session.ts';
import { demoApp, obtainTokens, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const stock = 'https://stock.example.com';

describe('tokens follow roles', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let machine: Application;
  let resource: Awaited<ReturnType<typeof newResource>>;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    machine = await newApplication(api, { type: 'MachineToMachine' });
    resource = await newResource(api, stock, ['read', 'write']);
  });

  const change = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, path, body);
    expect(answer.status, answer.body).toBeLessThan(300);
  };
  const ofMachine = async (form: Record<string, string> = {}) => {
    const { body } = await tokenRequest(base, machine, {
      grant_type: 'client_credentials',
      resource: stock,
      scope: 'read write renamed',
      ...form,
    });
    return body.error ?? body.scope?.split(' ').filter(Boolean).sort() ?? [];
  };

  it('of applications: roles, their permissions, and the permissions themselves', async () => {
    expect(await ofMachine()).toEqual([]);
    const role = await newMachineRole(api, { scopeIds: [resource.scopeId('read')] });
    await change('POST', `/applications/${machine.id}/roles`, { roleIds: [role.id] });
    expect(await ofMachine()).toEqual(['read']);
    await change('POST', `/roles/${role.id}/scopes`, { scopeIds: [resource.scopeId('write')] });
    expect(await ofMachine()).toEqual(['read', 'write']);
    await change('PATCH', `/resources/${resource.id}/scopes/${resource.scopeId('write')}`, { name: 'renamed' });
    expect(await ofMachine()).toEqual(['read', 'renamed']);
    await change('DELETE', `/roles/${role.id}/scopes/${resource.scopeId('read')}`);
    expect(await ofMachine()).toEqual(['renamed']);
    await change('DELETE', `/roles/${role.id}/applications/${machine.id}`);
    expect(await ofMachine()).toEqual([]);
    await change('PUT', `/applications/${machine.id}/roles`, { roleIds: [role.id] });
    expect(await ofMachine()).toEqual(['renamed']);
    await change('DELETE', `/roles/${role.id}`);
    expect(await ofMachine()).toEqual([]);
    await change('PATCH', `/resources/${resource.id}/scopes/${resource.scopeId('write')}`, { name: 'write' });
  });

  it('of applications: lifetime, default and deletion of a resource', async () => {
    const ask = (form: Record<string, string>) =>
      tokenRequest(base, machine, { grant_type: 'client_credentials', ...form });
    const other = await newResource(api, 'https://passing.example.com');
    await change('PATCH', `/resources/${other.id}`, { accessTokenTtl: 77 });
    expect((await ask({ resource: other.indicator })).body.expires_in).toBe(77);
    expect((await ask({})).body.error).toBe('invalid_target');
    await change('PATCH', `/resources/${other.id}/is-default`, { isDefault: true });
    expect(decodeJwt((await ask({})).body.access_token).aud).toBe(other.indicator);
    await change('PATCH', `/resources/${resource.id}/is-default`, { isDefault: true });
    expect(decodeJwt((await ask({})).body.access_token).aud).toBe(stock);
    await change('PATCH', `/resources/${resource.id}/is-default`, { isDefault: false });
    await change('DELETE', `/resources/${other.id}`);
    expect((await ask({ resource: other.indicator })).body.error).toBe('invalid_target');
  });

  /** A Hasura engine asks for the user and role of each request. */
  const answersHasura = async (token: string, role: string, userId: string) => {
    const ask = async (token: string | undefined, expected: string, query: Record<string, string> = {}) => {
      const url = `${base}/api/authn/hasura?${new URLSearchParams({ resource: stock, ...query })}`;
      const authorization = token && { Authorization: `Bearer ${token}` };
      const answer = await newVisitor({ 'Expected-Role': expected, ...authorization }).get(url);
      const { code, ...body } = answer.json() as Record<string, string>;
      return [answer.status, code ?? body];
    };
    const machineToken = (await tokenRequest(base, machine, { grant_type: 'client_credentials', resource: stock }))
      .body;
    expect(await ask(token, role)).toEqual([200, { 'X-Hasura-User-Id': userId, 'X-Hasura-Role': role }]);
    expect(await ask(token, 'admin')).toEqual([401, 'auth.expected_role_not_found']);
    expect(await ask(machineToken.access_token, role)).toEqual([401, 'auth.expected_role_not_found']);
    expect(await ask(undefined, role)).toEqual([401, 'auth.authorization_header_missing']);
    expect(await ask(token, role, { resource: 'https://other.example.com' })).toEqual([401, 'auth.unauthorized']);
    const guest = { unauthorizedRole: 'guest' };
    expect(await ask('a.b.c', role, guest)).toEqual([200, { 'X-Hasura-Role': 'guest' }]);
    expect(await ask(token, 'admin', guest)).toEqual([401, 'auth.expected_role_not_found']);
  };

  it('of users: a removed permission is gone with the next refresh', async () => {
    const role = await newRole(api, { scopeIds: [resource.scopeId('read'), resource.scopeId('write')] });
    const client = demoApp(base);
    const scope = 'openid offline_access roles read write';
    const { visitor } = await obtainTokens({ base, client, username: 'storekeeper', register: true });
    const userId = await userIdOf(server, 'default', 'storekeeper');
    await change('POST', `/users/${userId}/roles`, { roleIds: [role.id] });
    const tokens = await tokensAgain({ base, client, visitor, scope, resources: [stock] });
    expect(decodeJwt(tokens.id_token ?? '').roles).toEqual([role.name]);
    let current = tokens.refresh_token;
    let latest = '';
    const next = async () => {
      const { body } = await refresh(base, client, current, { resource: stock });
      current = body.refresh_token;
      latest = body.access_token;
      return (decodeJwt(latest).scope as string | undefined)?.split(' ').filter(Boolean).sort() ?? [];
    };
    expect(await next()).toEqual(['read', 'write']);
    await answersHasura(latest, role.name, userId);
    await change('DELETE', `/roles/${role.id}/scopes/${resource.scopeId('write')}`);
    expect(await next()).toEqual(['read']);
    await change('DELETE', `/roles/${role.id}/users/${userId}`);
    expect(await next()).toEqual([]);
  });
});
