// Plan limits of the cloud edition for API resources, roles, permissions and MFA.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { eventually } from '../harness/eventually.ts';
import { newMachineRole, newResource } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Made = { id: string };
type Limit = { code: string; data: { key: string; limit: number; usage: number } };

describe('plan limits', () => {
  let server: TestServer;
  let create: (tag: string) => Promise<ManagementApi>;
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud' });
    const { accessToken } = await registerConsoleUser(server, 'ada', [cloudResource]);
    const call = callerWith(server, await accessToken(cloudResource));
    create = async (tag) => managementApi(server, ((await call('POST', '/api/tenants', { tag })).json() as Made).id);
  });
  const limitOf = (answer: { status: number; json: () => unknown }) => {
    const { code, data } = answer.json() as Limit;
    expect([answer.status, code]).toEqual([403, 'subscription.limit_exceeded']);
    return [data.key, data.limit, data.usage];
  };

  it('a free tenant has one API with one permission and no roles', async () => {
    const api = await create('production');
    const { id, scopeId } = await newResource(api, 'https://one.example.com', ['read']);
    expect(limitOf(await api.call('POST', `/resources/${id}/scopes`, { name: 'write' }))).toEqual([
      'scopesPerResourceLimit',
      1,
      1,
    ]);
    const second = { name: 'Two', indicator: 'https://two.example.com' };
    expect(limitOf(await api.call('POST', '/resources', second))).toEqual(['resourcesLimit', 1, 1]);
    const role = { name: 'Clerk', description: 'Sells' };
    expect(limitOf(await api.call('POST', '/roles', role))).toEqual(['userRolesLimit', 0, 0]);
    // Its one machine-to-machine role is the seeded one.
    const machine = { ...role, type: 'MachineToMachine' };
    expect(limitOf(await api.call('POST', '/roles', machine))).toEqual(['machineToMachineRolesLimit', 1, 1]);
    const [seeded] = (await api.call('GET', '/roles')).json() as Made[];
    await api.call('DELETE', `/roles/${seeded?.id}`);
    const tooMany = { ...machine, scopeIds: ['management-api-all', scopeId('read')] };
    expect(limitOf(await api.call('POST', '/roles', tooMany))).toEqual(['scopesPerRoleLimit', 1, 0]);
    const { id: roleId } = await newMachineRole(api, { scopeIds: [scopeId('read')] });
    const more = await api.call('POST', `/roles/${roleId}/scopes`, { scopeIds: ['management-api-all'] });
    expect(limitOf(more)).toEqual(['scopesPerRoleLimit', 1, 1]);
  });

  it('a free tenant cannot collect custom profile fields', async () => {
    const api = await create('production');
    const field = { name: 'motto', type: 'Text', label: 'Motto', required: false };
    const refused = ['collectUserProfileEnabled', 0, 0];
    expect(limitOf(await api.call('POST', '/custom-profile-fields', field))).toEqual(refused);
    expect(limitOf(await api.call('POST', '/custom-profile-fields/batch', [field]))).toEqual(refused);
  });

  it('a free tenant has no MFA, a development tenant has', async () => {
    const mfa = { factors: ['Totp'], policy: 'Mandatory' };
    const free = await create('production');
    expect(limitOf(await free.call('PATCH', '/sign-in-exp', { mfa }))).toEqual(['mfaEnabled', 0, 0]);
    const none = await free.call('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } });
    expect(none.status, none.body).toBe(200);
    const development = await create('development');
    expect((await development.call('PATCH', '/sign-in-exp', { mfa })).status).toBe(200);
  });

  it('a free tenant has no security features, but can disable them', async () => {
    const free = await create('production');
    const refused = ['securityFeaturesEnabled', 0, 0];
    const save = (body: object) => free.call('PATCH', '/sign-in-exp', body);
    expect(limitOf(await save({ captchaPolicy: { enabled: true } }))).toEqual(refused);
    expect(limitOf(await save({ sentinelPolicy: { maxAttempts: 5 } }))).toEqual(refused);
    expect(limitOf(await save({ emailBlocklistPolicy: { blockSubaddressing: true } }))).toEqual(refused);
    const off = {
      captchaPolicy: { enabled: false },
      sentinelPolicy: {},
      emailBlocklistPolicy: { customBlocklist: [] },
    };
    expect((await save(off)).status).toBe(200);
    // Set under a larger plan: it stays and does not block other changes.
    const development = await create('development');
    const disposable = { emailBlocklistPolicy: { blockDisposableAddresses: true } };
    expect((await development.call('PATCH', '/sign-in-exp', disposable)).json()).toMatchObject(disposable);
    const policy = { sentinelPolicy: { maxAttempts: 5 } };
    expect((await development.call('PATCH', '/sign-in-exp', policy)).status).toBe(200);
    await server.query(`update tenants set plan_id = 'free' where plan_id = 'dev'`);
    await server.query(`select pg_notify('tessera_changes', id || '/tenants') from tenants`);
    const again = await development.call('PATCH', '/sign-in-exp', { ...policy, signInMode: 'SignIn' });
    expect(again.status, again.body).toBe(200);
    const more = { sentinelPolicy: { maxAttempts: 6 } };
    await eventually(async () => (await development.call('PATCH', '/sign-in-exp', more)).status === 403);
  });

  it('C04 concurrent creations stop exactly at the limit', async () => {
    const api = await create('production');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.call('POST', '/resources', { name: 'Rush', indicator: `https://rush-${index}.example.com` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)]);
  });

  it('C04 only one of many concurrent webhooks is created in a free tenant', async () => {
    const api = await create('production');
    const hook = { name: 'Rush', events: ['User.Created'], config: { url: 'https://example.com' } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.call('POST', '/hooks', hook)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)]);
    expect(limitOf(await api.call('POST', '/hooks', hook))).toEqual(['hooksLimit', 1, 1]);
  });

  it('a development tenant has no limits', async () => {
    const api = await create('development');
    for (const host of ['a', 'b', 'c', 'd']) await newResource(api, `https://${host}.example.com`, ['read', 'write']);
    for (let made = 0; made < 3; made += 1) await newMachineRole(api);
  });
});
