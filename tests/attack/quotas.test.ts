// C04: quotas hold for concurrent requests, because counting and creating happen under a lock.
import { quotaOf } from '@tessera/contract/plans';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { operations } from '../harness/contract.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const atOnce = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const accepted = (answers: { status: number }[]) => answers.filter(({ status }) => status < 300).length;

describe('quotas under load', () => {
  let server: TestServer;
  let free: () => Promise<ManagementApi>;
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud' });
    const owner = await registerConsoleUser(server, 'owner', [cloudResource]);
    const call = callerWith(server, await owner.accessToken(cloudResource));
    free = async () => {
      const made = (await call('POST', '/api/tenants', { tag: 'production' })).json() as { id: string };
      return managementApi(server, made.id);
    };
  });

  it('R19 one user gets ten tenants, also with concurrent requests', async () => {
    const { accessToken } = await registerConsoleUser(server, 'collector', [cloudResource]);
    const call = callerWith(server, await accessToken(cloudResource));
    const answers = await atOnce(14, () => call('POST', '/api/tenants', {}));
    expect(accepted(answers)).toBe(10);
    expect((await call('GET', '/api/tenants')).json()).toHaveLength(10);
  });

  const creations: Record<string, (api: ManagementApi, index: number) => ReturnType<ManagementApi['call']>> = {
    'applications.create': (api) => api.call('POST', '/applications', { name: 'Rush', type: 'SPA' }),
    'webhooks.create': (api) =>
      api.call('POST', '/hooks', {
        name: 'Rush',
        events: ['User.Created'],
        config: { url: 'https://example.com' },
      }),
    'organizations.create': (api) => api.call('POST', '/organizations', { name: 'Rush' }),
    'resources.create': (api, index) =>
      api.call('POST', '/resources', { name: 'Rush', indicator: `https://rush-${index}.example.com` }),
    'ssoConnectors.create': (api, index) =>
      api.call('POST', '/sso-connectors', { providerName: 'OIDC', connectorName: `Rush ${index}` }),
  };
  const limited = operations.filter(({ operation }) => operation.quota?.endsWith('Limit'));

  it.each(limited)('R19 C04 $label stops exactly at the limit', async ({ label, operation }) => {
    const api = await free();
    const limit = quotaOf('free')[operation.quota as 'hooksLimit'] ?? 0;
    const create = creations[label];
    expect(create, 'a new operation with a limit needs a case here').toBeDefined();
    const answers = await atOnce(limit + 8, async (index) => create?.(api, index) ?? { status: 0 });
    expect(accepted(answers)).toBe(limit);
  });

  it('R19 C04 limits per application and role type hold, too', async () => {
    const api = await free();
    const machine = { name: 'Rush', type: 'MachineToMachine' };
    expect(accepted(await atOnce(6, () => api.call('POST', '/applications', machine)))).toBe(1);
    const [seeded] = (await api.call('GET', '/roles')).json() as { id: string }[];
    await api.call('DELETE', `/roles/${seeded?.id}`);
    const role = { description: 'Rush', type: 'MachineToMachine' };
    const roles = await atOnce(6, (index) => api.call('POST', '/roles', { ...role, name: `Rush ${index}` }));
    expect(accepted(roles)).toBe(1);
  });
});
