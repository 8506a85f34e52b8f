// Filters of the audit log by result, IP address, session and sign-in attempt, and the names that lists show.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { auditLog } from '../harness/audit-log.ts';
import { eventually } from '../harness/eventually.ts';
import { openInteraction } from '../harness/interactions.ts';
import { newResource } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens, tokenRequest } from '../harness/sign-in.ts';

type Payload = Record<string, unknown> & { result: string; actor: { id: string } };
type Entry = { id: string; key: string; payload: Payload };

describe('audit log filters', () => {
  let server: TestServer;
  let api: ManagementApi;
  const list = async (query: string): Promise<Entry[]> => {
    const answer = await api.call('GET', `/logs?page_size=100&${query}`);
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  const valuesOf = (entries: Entry[], name: string) => [...new Set(entries.map(({ payload }) => payload[name]))];

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const base = server.base('default');
    await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
    const { call } = await openInteraction(base, demoApp(base));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    await call('POST', '/verification/password', { identifier: { type: 'username', value: 'ada' }, password: 'wrong' });
    await eventually(async () => (await list('logKey=Interaction.SignIn.Verification')).length > 0);
  });

  it('find failures of a user, an event and an application', async () => {
    const [user] = await server.query<{ id: string }>(`select id from users where username = 'ada'`);
    for (const more of ['', `&userId=${user?.id}`, '&logKey=Interaction.SignIn', '&applicationId=demo-app']) {
      const failed = await list(`result=Error${more}`);
      expect(valuesOf(failed, 'result'), more).toEqual(['Error']);
      expect(failed.map(({ key }) => key)).toContain('Interaction.SignIn.Verification.Password.Submit');
      expect(valuesOf(await list(`result=Success${more}`), 'result')).toEqual(['Success']);
    }
    expect((await api.call('GET', '/logs?result=Maybe')).status).toBe(400);
  });

  it('find all steps of sign-in attempts, and what their session did later', async () => {
    const [failed] = await list('logKey=Interaction.SignIn.Verification.Password');
    const attempt = String(failed?.payload.interactionId);
    const steps = await list(`interactionId=${attempt}`);
    expect(steps.map(({ key }) => key)).toEqual([
      'Interaction.SignIn.Verification.Password.Submit',
      'Interaction.SignIn.Create',
      'Interaction.Create',
    ]);
    const [end] = await list('logKey=Interaction.End');
    const both = await list(`interactionId=${attempt},${end?.payload.interactionId}`);
    expect(valuesOf(both, 'interactionId').toSorted()).toEqual([attempt, end?.payload.interactionId].toSorted());
    const session = await list(`sessionId=${end?.payload.sessionId}`);
    expect(session.map(({ key }) => key)).toEqual(expect.arrayContaining(['ExchangeTokenBy.AuthorizationCode']));
    const many = Array.from({ length: 101 }, (_, index) => index).join(',');
    expect((await api.call('GET', `/logs?interactionId=${many}`)).status).toBe(400);
  });

  it('find everything from an address', async () => {
    const [{ payload } = { payload: { ip: '' } }] = await list('logKey=Interaction.Create');
    expect(valuesOf(await list(`ip=${payload.ip}`), 'ip')).toEqual([payload.ip]);
    expect(await list('ip=203.0.113.7')).toEqual([]);
  });

  it('changes name their entity and have the IP address of their actor, who can be chosen', async () => {
    const { id } = (await api.call('POST', '/roles', { name: 'Editor', description: 'Edits' })).json() as {
      id: string;
    };
    const [user] = await server.query<{ id: string }>(`select id from users where username = 'ada'`);
    await api.call('POST', `/users/${user?.id}/roles`, { roleIds: [id] });
    const changes = await list('logKey=Change');
    const entity = (name: string) => changes.find(({ payload }) => payload.entity === name)?.payload;
    expect(entity('roles')).toMatchObject({ entityName: 'Editor', ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) });
    expect(entity('usersRoles')).toMatchObject({ entityName: 'ada · Editor' });
    expect(await list(`logKey=Change&ip=${entity('roles')?.ip}`)).toEqual(changes.slice(0, 2));
    expect(await list('logKey=Change&result=Error')).toEqual([]);
    const actors = (await api.call('GET', '/log-actors')).json();
    expect(actors).toContainEqual({ type: 'application', id: 'm-default', name: expect.any(String) });
  });

  it('find the tokens for an API among many others, by an index', async () => {
    const orders = await newResource(api, 'https://orders.example.com');
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const form = { grant_type: 'client_credentials', resource: orders.indicator };
    expect((await tokenRequest(server.base('default'), machine, form)).status).toBe(200);
    await auditLog(server, 'default', (all) => all.some(({ payload }) => payload.audience === orders.indicator));
    await server.query(
      `insert into logs (tenant_id, id, key, audience, payload)
       select 'default', 'busy' || n, 'ExchangeTokenBy.ClientCredentials', 'https://busy.example.com/' || n % 2,
         jsonb_build_object('key', 'ExchangeTokenBy.ClientCredentials', 'result', 'Success')
       from generate_series(1, 20000) as n`,
    );
    await server.query('analyze logs');
    const uses = async () => {
      const [row] = await server.query<{ uses: string }>(
        `select sum(idx_scan) as uses from pg_stat_user_indexes where indexrelname like 'logs%audience%'`,
      );
      return Number(row?.uses);
    };
    expect(await uses()).toBe(0);
    const query = new URLSearchParams({ logKey: 'ExchangeTokenBy', result: 'Success', audience: orders.indicator });
    const found = await list(query.toString());
    expect(found.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ audience: orders.indicator, applicationId: machine.clientId }),
    ]);
    await eventually(async () => (await uses()) > 0);
    expect(await list('audience=https://orders.example.com&result=Error')).toEqual([]);
    expect(await list('audience=https://orders.example.co')).toEqual([]);
  });

  it('find the events of a connector among many others, by an index', async () => {
    const created = await api.call('POST', '/connectors', {
      connectorId: 'http-sms',
      config: { endpoint: 'http://10.0.0.1' },
    });
    expect(created.status, created.body).toBe(200);
    expect((await api.call('POST', '/verification-codes', { phone: '4915112345678' })).status).toBe(400);
    await auditLog(server, 'default', (all) => all.some(({ payload }) => payload.connectorId === 'http-sms'));
    await server.query(
      `insert into logs (tenant_id, id, key, connector_id, payload)
       select 'default', 'other' || n, 'Message.Send', 'busy-' || n % 2,
         jsonb_build_object('key', 'Message.Send', 'result', 'Error')
       from generate_series(1, 20000) as n`,
    );
    await server.query('analyze logs');
    const uses = async () => {
      const [row] = await server.query<{ uses: string }>(
        `select sum(idx_scan) as uses from pg_stat_user_indexes where indexrelname like 'logs%connector%'`,
      );
      return Number(row?.uses);
    };
    expect(await uses()).toBe(0);
    const found = await list('connectorId=http-sms&logKey=Message.Send&result=Error');
    expect(found.map(({ payload }) => payload)).toEqual([expect.objectContaining({ connectorId: 'http-sms' })]);
    await eventually(async () => (await uses()) > 0);
    expect(await list('connectorId=http-sms&result=Success')).toEqual([]);
    expect(await list('connectorId=http')).toEqual([]);
  });
});
