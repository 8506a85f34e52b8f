// Scripts under load: a denying rule keeps denying while other tenants run scripts, and no failure results in a token.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { eventually } from '../harness/eventually.ts';
import { addResource, announce } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';
import { createTenants, type Tenant } from '../harness/tenants.ts';

const resource = 'https://stock.example.com';
const path = '/configs/jwt-customizer/client-credentials';
const scriptOf = (body: string) => `const getCustomJwtClaims = async ({ token, api }) => {\n${body}\n};`;
const endless = 'while (true) {}';

const saveScript = async (api: ManagementApi, body: string, more: object = {}) => {
  const answer = await api.call('PUT', path, { script: scriptOf(body), ...more });
  expect(answer.status, answer.body).toBeLessThan(300);
};
const tokenOf = async (base: string, machine: Application) => {
  const { status, headers, body } = await tokenRequest(base, machine, { grant_type: 'client_credentials', resource });
  return { status, error: body.error, retryAfter: headers.get('retry-after') };
};
const isOverload = ({ status, error, retryAfter }: Awaited<ReturnType<typeof tokenOf>>) =>
  status === 503 && error === 'temporarily_unavailable' && Number(retryAfter) > 0;

describe('R06 scripts of several tenants', () => {
  let machines: { tenant: Tenant; machine: Application }[];
  beforeAll(async () => {
    const server = await useServer({ edition: 'cloud' });
    machines = [];
    for (const tenant of await createTenants(server, 3)) {
      await addResource(server, tenant.id, { indicator: resource, scopes: [] });
      machines.push({ tenant, machine: await newApplication(tenant.api, { type: 'MachineToMachine' }) });
    }
  });

  it('R06 denyAccess holds while two other tenants run endless scripts', async () => {
    const [victim, ...attackers] = machines;
    if (!victim) throw new Error('no tenant');
    await saveScript(victim.tenant.api, `api.denyAccess('blocked machine');`);
    for (const { tenant } of attackers) await saveScript(tenant.api, endless);
    const denied = { status: 400, error: 'access_denied' };
    expect(await tokenOf(victim.tenant.base, victim.machine)).toMatchObject(denied);

    const endings = attackers.flatMap(({ tenant, machine }) =>
      Array.from({ length: 13 }, () => tokenOf(tenant.base, machine)),
    );
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await tokenOf(victim.tenant.base, victim.machine)).toMatchObject(denied);
    }
    // A script that ran and failed only loses its claims; one that never got a turn fails the token.
    const answers = await Promise.all(endings);
    const overloaded = answers.filter(isOverload);
    expect(overloaded.length).toBeGreaterThan(0);
    expect(answers.filter((answer) => !isOverload(answer)).every(({ status }) => status === 200)).toBe(true);
    expect(await tokenOf(victim.tenant.base, victim.machine)).toMatchObject(denied);
  });
});

describe('R06 a script that can deny', () => {
  let api: ManagementApi;
  let server: TestServer;
  let request: () => ReturnType<typeof tokenOf>;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await addResource(server, 'default', { indicator: resource, scopes: [] });
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    request = () => tokenOf(server.base('default'), machine);
  });
  const rule = `if (token.clientId === 'blocked') api.denyAccess();`;

  it.each([
    ['throws', 'throw new Error("no answer");'],
    ['returns no object', 'return 7;'],
    ['never settles', 'await new Promise(() => {});'],
  ])('R06 issues no token when it %s', async (_, body) => {
    await saveScript(api, `${rule}\n${body}`);
    expect(await request()).toMatchObject({ status: 400, error: 'access_denied' });
  });

  it('R06 issues no token when an earlier release stored a script that cannot be parsed', async () => {
    await saveScript(api, rule);
    await server.query(
      `update tenant_configs set value = $1 where tenant_id = 'default' and key = 'jwt.clientCredentials'`,
      [JSON.stringify({ script: scriptOf(`${rule}\nreturn {`) })],
    );
    await announce(server, 'default', 'tenantConfigs');
    await eventually(async () => (await request()).error === 'access_denied');
    expect(await request()).toMatchObject({ status: 400, error: 'access_denied' });
  });

  it.each([
    ['takes too long', endless],
    ['takes too much memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(0));'],
  ])('R06 answers temporarily_unavailable when it %s', async (_, body) => {
    await saveScript(api, `${rule}\n${body}`);
    const answer = await request();
    expect(answer, JSON.stringify(answer)).toSatisfy(isOverload);
  });

  it("R06 follows the setting rather than the script's text", async () => {
    const failing = 'throw new Error("no answer");';
    await saveScript(api, failing);
    expect((await request()).status).toBe(200);
    await saveScript(api, failing, { blockIssuanceOnError: true });
    expect(await request()).toMatchObject({ status: 400, error: 'access_denied' });
    expect((await api.call('GET', path)).json()).toMatchObject({ blockIssuanceOnError: true });
    await saveScript(api, `${rule}\n${failing}`, { blockIssuanceOnError: false });
    expect((await request()).status).toBe(200);
    await saveScript(api, `${rule}\nreturn {};`);
    expect((await request()).status).toBe(200);
  });
});
