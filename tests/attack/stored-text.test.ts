// Text that PostgreSQL can't store must not hold up what is written with it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { auditLogWritten } from '../harness/audit-log.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, pkce } from '../harness/sign-in.ts';
import { loggedRequests, newWebhook, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

describe('R28 half a character', () => {
  let server: TestServer;
  let api: ManagementApi;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(() => receiver.stop());

  it('R28 cut off at the end of a parameter does not stop the audit log', async () => {
    const base = server.base('default');
    const url = new URL(authorizationUrl({ base, client: demoApp(base) }, pkce().challenge));
    url.searchParams.set('login_hint', `${'a'.repeat(255)}😀`);
    expect((await fetch(url, { redirect: 'manual' })).status).toBeLessThan(500);
    await auditLogWritten(server);
    const kept = await server.query(`select from logs where tenant_id = 'default' and payload::text like '%aaaaa%'`);
    expect(kept.length).toBeGreaterThan(0);
  });

  it('R28 cut off in the answer of a webhook does not repeat the request', async () => {
    const { id } = await newWebhook(api, `${receiver.origin}/emoji`, ['Role.Created']);
    await api.call('POST', '/roles', { name: 'Told once', description: 'Told once' });
    await receiver.arrived('/emoji');
    await expect
      .poll(() => server.query(`select from job_queue where tenant_id = 'default' and kind = 'webhook'`))
      .toEqual([]);
    // Nothing is left to repeat it, and its answer is kept.
    const [kept] = await loggedRequests(api, id);
    expect(kept?.payload).toMatchObject({ attempts: 1, response: { statusCode: 200 } });
    expect(receiver.at('/emoji')).toHaveLength(1);
  });
});
