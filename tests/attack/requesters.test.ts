// R83: work that an application requested goes on after the application has lost its Management API access.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { asSuperuser, type TestServer, useServer } from '../harness/server.ts';
import { newSetupLink } from '../harness/setup-links.ts';
import { tokenRequest } from '../harness/sign-in.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { newVisitor } from '../harness/visitor.ts';

const endings = ['deleted', 'without access'] as const;

describe('R83 applications that requested lasting work', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });

  const newMachine = async () => {
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const path = `/applications/${machine.clientId}`;
    await api.call('PATCH', path, { isAdmin: true });
    const grant = { grant_type: 'client_credentials', resource: managementResource('default'), scope: 'all' };
    const { access_token: token } = (await tokenRequest(server.base('default'), machine, grant)).body;
    const visitor = newVisitor();
    const call: ManagementApi['call'] = (method, target, json, headers = {}) =>
      visitor.send(method, `${server.base('default')}/api${target}`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(json !== undefined && { json }),
      });
    const end = (how: (typeof endings)[number]) =>
      how === 'deleted' ? api.call('DELETE', path) : api.call('PATCH', path, { isAdmin: false });
    return { token, call, end };
  };

  it.each(endings)('R83 %s: their setup links end', async (ending) => {
    const machine = await newMachine();
    const connector = await newSsoConnector(server, { issuer: 'https://idp.example', domains: [] });
    const link = await newSetupLink(server, machine, connector);
    const read = () => link.call('GET', `/sso-connectors/${connector}`);
    expect((await read()).status).toBe(200);
    expect((await machine.end(ending)).status).toBeLessThan(300);
    expect(outcome(await read())).toEqual([401, 'single_sign_on.setup_link_orphaned']);
  });

  it.each(endings)('R83 %s: their bulk actions and imports end', async (ending) => {
    const machine = await newMachine();
    const ids = [1, 2, 3].map((number) => `${ending.slice(0, 4)}_${number}`);
    for (const id of ids) {
      await server.query(`insert into users (tenant_id, id, username) values ('default', $1, $1)`, [id]);
    }
    const started = await asSuperuser(server.databaseUrl, async (client) => {
      await client.query('begin');
      // Nothing is written before the application is changed.
      await client.query('select from users where id = any($1) for update', [ids]);
      const action = await machine.call('POST', '/user-bulk-actions', { action: 'delete', userIds: ids });
      expect(action.status, action.body).toBe(201);
      const rows = Array.from({ length: 1_200 }, (_, index) => `${ids[0]}_${index}`);
      const upload = await fetch(`${server.base('default')}/api/user-imports?onConflict=update`, {
        method: 'POST',
        headers: { authorization: `Bearer ${machine.token}`, 'content-type': 'text/csv' },
        body: `username\n${[ids[0], ...rows].join('\n')}\n`,
      });
      expect(upload.status).toBe(201);
      await machine.end(ending);
      await client.query('rollback');
      return { action: action.json() as { id: string }, upload: (await upload.json()) as { id: string } };
    });
    const statusOf = async (table: string, { id }: { id: string }) =>
      (await server.query<{ status: string }>(`select status from ${table} where id = $1`, [id]))[0]?.status;
    await expect.poll(() => statusOf('user_bulk_actions', started.action)).toBe('cancelled');
    await expect.poll(() => statusOf('user_imports', started.upload)).toBe('cancelled');
    const left = await server.query('select id from users where id = any($1)', [ids]);
    expect(left.length).toBeGreaterThanOrEqual(2);
  });

  it.each(endings)('R83 %s: their tokens are rejected', async (ending) => {
    const machine = await newMachine();
    expect((await machine.call('GET', '/users')).status).toBe(200);
    await machine.end(ending);
    const rejected = ending === 'deleted' ? [401, 'auth.unauthorized'] : [403, 'auth.forbidden'];
    expect(outcome(await machine.call('GET', '/users'))).toEqual(rejected);
  });

  it('R83 the token of an administrator who lost the role is rejected', async () => {
    const resource = managementResource('default');
    const { accessToken } = await registerConsoleUser(server, 'ada', [meResource, resource]);
    const call = callerWith(server, await accessToken(resource));
    expect((await call('GET', '/api/users')).status).toBe(200);
    await server.query(`delete from users_roles where tenant_id = 'admin'`);
    expect(outcome(await call('GET', '/api/users'))).toEqual([403, 'auth.forbidden']);
  });
});
