// Webhooks: the Management API, and a real endpoint that succeeds, fails, hangs and disconnects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import {
  isSigned,
  loggedRequests,
  newWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../harness/webhook-receiver.ts';

type Webhook = { id: string; events: string[]; signingKey: string; enabled: boolean };

describe('webhooks', () => {
  let server: TestServer;
  let api: ManagementApi;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(() => receiver.stop());

  const refusal = async (method: string, path: string, body?: unknown) => outcome(await api.call(method, path, body));
  const url = (path: string) => `${receiver.origin}${path}`;
  const statsOf = async (id: string) =>
    ((await api.call('GET', `/hooks/${id}?includeExecutionStats=true`)).json() as { executionStats: object })
      .executionStats;

  it('creates, reads, changes and deletes one', async () => {
    const config = { url: 'https://example.com/hook' };
    const answer = await api.call('POST', '/hooks', { name: 'Shop', events: ['User.Created', 'User.Created'], config });
    expect([answer.status, answer.json()]).toMatchObject([
      201,
      { name: 'Shop', event: null, events: ['User.Created'], config, enabled: true, tenantId: 'default' },
    ]);
    const { id, signingKey } = answer.json() as Webhook;
    expect(signingKey).toMatch(/^[0-9A-Za-z]{32}$/);
    const patch = { name: 'Store', enabled: false, config: { ...config, headers: { 'x-a': 'b' }, retries: 0 } };
    expect((await api.call('PATCH', `/hooks/${id}`, patch)).json()).toMatchObject({
      ...patch,
      events: ['User.Created'],
    });
    const renewed = (await api.call('PATCH', `/hooks/${id}/signing-key`)).json() as Webhook;
    expect(renewed).toMatchObject({ id, name: 'Store' });
    expect(renewed.signingKey).not.toBe(signingKey);
    const listed = await api.call('GET', '/hooks?includeExecutionStats=true&page=1&page_size=5');
    expect(listed.headers.get('total-number')).toBe('1');
    expect(listed.json()).toMatchObject([{ id, executionStats: { requestCount: 0, successCount: 0 } }]);
    expect((await api.call('GET', '/hooks')).headers.get('total-number')).toBeNull();
    // Neither the key nor header values are in the change records.
    const records = await server.query(`select before, after from change_records where entity = 'hooks'`);
    expect(JSON.stringify(records)).not.toContain(renewed.signingKey);
    expect(JSON.stringify(records)).not.toContain('x-a');
    expect((await api.call('DELETE', `/hooks/${id}`)).status).toBe(204);
    expect(await refusal('GET', `/hooks/${id}`)).toEqual([404, 'entity.not_exists_with_id']);
    expect(await refusal('GET', `/hooks/${id}/recent-logs`)).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('has a version independent of its statistics', async () => {
    const { id } = await newWebhook(api, 'https://example.com', ['Role.Deleted']);
    const counted = await api.call('GET', `/hooks/${id}?includeExecutionStats=true`);
    const version = counted.headers.get('etag') ?? '';
    expect(version).toMatch(/^"v-/);
    const rename = (name: string) => api.call('PATCH', `/hooks/${id}`, { name }, { 'if-match': version });
    expect((await rename('First')).status).toBe(200);
    expect(outcome(await rename('Second'))).toEqual([412, 'entity.changed_meanwhile']);
  });

  it.each([
    [{ name: 'x', events: ['User.Created'] }],
    [{ name: 'x', events: ['User.Invented'], config: { url: 'https://example.com' } }],
    [{ name: 'x', events: ['User.Created'], config: { url: 'example' } }],
    [{ name: 'x', events: ['User.Created'], config: { url: 'ftp://example.com' } }],
    [{ name: '', events: ['User.Created'], config: { url: 'https://example.com' } }],
    [{ name: 'x'.repeat(257), events: ['User.Created'], config: { url: 'https://example.com' } }],
    [{ events: ['User.Created'], config: { url: 'https://example.com', retries: 4 } }],
    [{ events: ['User.Created'], config: { url: 'https://example.com', retries: -1 } }],
    [{ events: ['User.Created'], config: { url: 'https://example.com', headers: { 'a b': 'c' } } }],
    [{ events: ['User.Created'], config: { url: 'https://example.com', headers: { 'a:': 'c' } } }],
    [{ events: ['User.Created'], config: { url: 'https://example.com', headers: { a: 'ä' } } }],
    [{ events: ['User.Created'], config: { url: 'https://example.com', headers: { a: 'b\r\nc: d' } } }],
  ])('refuses %j', async (body) => {
    expect(await refusal('POST', '/hooks', body)).toEqual([400, 'guard.invalid_input']);
  });

  it('requires an event, and supports the single event of older clients', async () => {
    const config = { url: 'https://example.com' };
    const missing = [400, 'hook.missing_events'];
    expect(await refusal('POST', '/hooks', { config })).toEqual(missing);
    expect(await refusal('POST', '/hooks', { config, events: [] })).toEqual(missing);
    const old = await api.call('POST', '/hooks', { config: { url: url('/200/old') }, event: 'Role.Created' });
    const { id } = old.json() as Webhook;
    await newRole(api);
    expect((await receiver.arrived('/200/old'))[0]?.body).toMatchObject({ hookId: id, event: 'Role.Created' });
    expect(await refusal('PATCH', `/hooks/${id}`, { event: null })).toEqual(missing);
    expect(await refusal('POST', `/hooks/${id}/test`, { config })).toEqual(missing);
    await api.call('DELETE', `/hooks/${id}`);
  });

  it('signs requests and adds custom headers', async () => {
    const headers = {
      ...{ authorization: 'Bearer theirs', 'User-Agent': 'Theirs/1', 'content-length': '7', host: 'elsewhere.example' },
      ...{ 'Tessera-Signature-SHA-256': 'forged', 'content-type': 'text/html' },
    };
    const { id, signingKey } = await newWebhook(api, url('/200/signed'), ['Role.Created'], { headers });
    const role = await newRole(api);
    const [told] = await receiver.arrived('/200/signed');
    expect(told && isSigned(told, signingKey)).toBe(true);
    expect(told?.headers).toMatchObject({
      authorization: 'Bearer theirs',
      'user-agent': 'Theirs/1',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(told?.raw ?? '')),
    });
    expect(told?.headers.host).not.toBe('elsewhere.example');
    expect(told?.body).toMatchObject({
      ...{ hookId: id, event: 'Role.Created', path: '/roles', method: 'POST', status: 200, params: {} },
      ...{ matchedRoute: '/roles', ip: '127.0.0.1', data: { id: role.id, name: role.name } },
    });
    expect(Math.abs(Date.parse(told?.body.createdAt ?? '') - Date.now())).toBeLessThan(60_000);
    const [logged] = await loggedRequests(api, id);
    expect(logged).toMatchObject({
      key: 'TriggerHook.Role.Created',
      payload: {
        ...{ key: 'TriggerHook.Role.Created', result: 'Success', hookId: id, attempts: 1 },
        webhookRequest: { body: told?.body },
        response: { statusCode: 200, body: 'so it is' },
      },
    });
    expect(await statsOf(id)).toEqual({ requestCount: 1, successCount: 1, pendingCount: 0 });
    await api.call('DELETE', `/hooks/${id}`);
  });

  it('logs JSON responses as JSON, and others as text', async () => {
    const answers: [string, unknown][] = [
      ['/json/a', { done: [1, null, 'two'] }],
      ['/200/a', 'so it is'],
      ['/nul/a', '{"text":"\\u0000"}'],
    ];
    for (const [path, body] of answers) {
      const { id } = await newWebhook(api, url(path), ['Role.Created']);
      await newRole(api);
      await eventually(async () => (await loggedRequests(api, id)).length === 1, { what: 'the log entry' });
      expect((await loggedRequests(api, id))[0]?.payload.response).toEqual({ statusCode: 200, body });
      await api.call('DELETE', `/hooks/${id}`);
    }
  });

  it('sends nothing while disabled or for other events', async () => {
    const quiet = await newWebhook(api, url('/200/quiet'), ['Role.Deleted']);
    const disabled = await newWebhook(api, url('/200/disabled'), ['Role.Created']);
    const heard = await newWebhook(api, url('/200/heard'), ['Role.Created']);
    await api.call('PATCH', `/hooks/${disabled.id}`, { enabled: false });
    await newRole(api);
    await receiver.arrived('/200/heard');
    expect([receiver.at('/200/quiet').length, receiver.at('/200/disabled').length]).toEqual([0, 0]);
    for (const { id } of [quiet, disabled, heard]) await api.call('DELETE', `/hooks/${id}`);
  });

  it('F09 retries after transient failures, but not after 410 and other refusals', async () => {
    const paths = ['/recover/1', '/503/once', '/410', '/404', '/close', '/redirect', '/cut', '/endless', '/gzip'];
    const hooks = await Promise.all(
      paths.map((path) => newWebhook(api, url(path), ['Role.Created'], { retries: path === '/recover/1' ? 3 : 0 })),
    );
    await newRole(api);
    const results = await Promise.all(hooks.map(async ({ id }) => (await loggedRequests(api, id))[0]?.payload));
    const status = (statusCode: number) => ({ statusCode, body: 'so it is' });
    const failed = { result: 'Error', error: 'unsuccessful_status', attempts: 1 };
    expect(results).toMatchObject([
      { result: 'Success', attempts: 2, response: status(200) },
      { ...failed, response: status(503) },
      { ...failed, response: status(410) },
      { ...failed, response: status(404) },
      { result: 'Error', error: 'network' },
      { ...failed, response: { statusCode: 302 } },
      { result: 'Error', error: 'network' },
      { result: 'Success', response: { statusCode: 200 } },
      { result: 'Success', response: { statusCode: 200, body: '' } },
    ]);
    // Each attempt has the same body and signature.
    const [first, second] = receiver.at('/recover/1');
    expect(second?.raw).toBe(first?.raw);
    // An endless response is truncated.
    expect(String(results[7]?.response?.body).length).toBeLessThanOrEqual(16 * 1024);
    expect(await statsOf(String(hooks[1]?.id))).toEqual({ requestCount: 1, successCount: 0, pendingCount: 0 });
    for (const { id } of hooks) await api.call('DELETE', `/hooks/${id}`);
  });

  it('F09 does not retry after 410 even if retries remain', async () => {
    const { id } = await newWebhook(api, url('/410/final'), ['Role.Created'], { retries: 3 });
    await newRole(api);
    expect((await loggedRequests(api, id))[0]?.payload).toMatchObject({ result: 'Error', attempts: 1 });
    expect(receiver.at('/410/final').length).toBe(1);
    await api.call('DELETE', `/hooks/${id}`);
  });

  it('F09 a hanging endpoint delays no others', async () => {
    const hanging = await newWebhook(api, url('/hang'), ['Role.Created'], { retries: 0 });
    const prompt = await newWebhook(api, url('/200/prompt'), ['Role.Created']);
    for (let count = 0; count < 12; count += 1) await newRole(api);
    await receiver.arrived('/200/prompt', 12);
    // All delivered while the first requests to the other endpoint are still pending.
    expect(await loggedRequests(api, hanging.id, 0)).toEqual([]);
    expect(receiver.at('/hang').length).toBeLessThanOrEqual(5);
    receiver.release('/hang');
    await eventually(() => {
      receiver.release('/hang');
      return receiver.at('/hang').length === 12;
    });
    await eventually(async () => {
      receiver.release('/hang');
      return (await loggedRequests(api, hanging.id, 0)).length === 12;
    });
    for (const { id } of [hanging, prompt]) await api.call('DELETE', `/hooks/${id}`);
  });

  it('replays one delivery, or all failed ones', async () => {
    const { id } = await newWebhook(api, url('/500/replay'), ['Role.Created', 'Role.Deleted'], { retries: 0 });
    const role = await newRole(api);
    await api.call('DELETE', `/roles/${role.id}`);
    const failed = await loggedRequests(api, id, 2);
    expect(failed.map(({ key }) => key).sort()).toEqual(['TriggerHook.Role.Created', 'TriggerHook.Role.Deleted']);
    const log = failed.find(({ key }) => key === 'TriggerHook.Role.Deleted');
    const filtered = await api.call('GET', `/hooks/${id}/recent-logs?logKey=TriggerHook.Role.Deleted`);
    expect([filtered.headers.get('total-number'), filtered.json()]).toMatchObject(['1', [{ id: log?.id }]]);
    expect((await api.call('GET', `/hooks/${id}/recent-logs/${log?.id}`)).json()).toEqual(log);

    await api.call('PATCH', `/hooks/${id}`, { config: { url: url('/200/replayed') } });
    expect((await api.call('POST', `/hooks/${id}/recent-logs/${log?.id}/replay`)).status).toBe(204);
    const [again] = await receiver.arrived('/200/replayed');
    expect(again?.body).toEqual(log?.payload.webhookRequest.body);
    const [latest] = await loggedRequests(api, id, 3);
    expect(latest).toMatchObject({ key: log?.key, payload: { result: 'Success', replayOf: log?.id } });

    // Requests that were resent since are skipped, also the second time.
    const all = async () => (await api.call('POST', `/hooks/${id}/replay-failed`)).json();
    expect(await all()).toEqual({ count: 1 });
    await loggedRequests(api, id, 4);
    expect(await all()).toEqual({ count: 0 });
    expect(
      receiver
        .at('/200/replayed')
        .map(({ body }) => body.event)
        .sort(),
    ).toEqual(['Role.Created', 'Role.Deleted']);

    await api.call('PATCH', `/hooks/${id}`, { enabled: false });
    const disabled = [422, 'hook.disabled'];
    expect(await refusal('POST', `/hooks/${id}/recent-logs/${log?.id}/replay`)).toEqual(disabled);
    expect(await refusal('POST', `/hooks/${id}/replay-failed`)).toEqual(disabled);
    // A request belongs to one webhook.
    const other = await newWebhook(api, url('/200/other'), ['Role.Created']);
    const unknown = [404, 'entity.not_exists_with_id'];
    expect(await refusal('GET', `/hooks/${other.id}/recent-logs/${log?.id}`)).toEqual(unknown);
    expect(await refusal('POST', `/hooks/${other.id}/recent-logs/${log?.id}/replay`)).toEqual(unknown);
    for (const hook of [id, other.id]) await api.call('DELETE', `/hooks/${hook}`);
  });

  it('tests unsaved values without logging', async () => {
    const { id, signingKey } = await newWebhook(api, 'https://example.com', ['User.Created']);
    const attempt = (path: string, events = ['PostSignIn', 'Organization.Membership.Updated']) =>
      api.call('POST', `/hooks/${id}/test`, { events, config: { url: path, headers: { 'x-test': 'yes' } } });
    expect((await attempt(url('/200/tried'))).status).toBe(204);
    const told = receiver.at('/200/tried');
    expect(told.every((one) => isSigned(one, signingKey) && one.headers['x-test'] === 'yes')).toBe(true);
    expect(told.map(({ body }) => body).sort((one, two) => one.event.localeCompare(two.event))).toMatchObject([
      { hookId: id, event: 'Organization.Membership.Updated', organizationId: expect.any(String) },
      { hookId: id, event: 'PostSignIn', interactionEvent: 'SignIn', user: { id: expect.any(String) } },
    ]);
    const refused = await attempt(url('/418'));
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { code: 'hook.endpoint_responded_with_error', data: { responseStatus: 418, responseBody: 'so it is' } },
    ]);
    const unreachable = await attempt('http://127.0.0.1:9');
    expect([unreachable.status, unreachable.json()]).toMatchObject([
      422,
      { code: 'hook.send_test_payload_failed', data: { reason: 'network' } },
    ]);
    expect(await loggedRequests(api, id, 0)).toEqual([]);
    await api.call('DELETE', `/hooks/${id}`);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1',
    'http://[::1]:3001',
    'http://2130706434',
    'http://0',
  ])('A70 sends nothing to %s', async (inside) => {
    const { id } = await newWebhook(api, inside, ['Role.Created'], { retries: 3 });
    const tried = await api.call('POST', `/hooks/${id}/test`, { events: ['Role.Created'], config: { url: inside } });
    expect(tried.json()).toMatchObject({
      code: 'hook.send_test_payload_failed',
      data: { reason: 'forbidden_address' },
    });
    await newRole(api);
    const [log] = await loggedRequests(api, id);
    expect(log?.payload).toMatchObject({ result: 'Error', error: 'forbidden_address', attempts: 1 });
    await api.call('DELETE', `/hooks/${id}`);
  });
});
