// Deliveries of webhooks: identification, both signing keys during a rotation, pending requests and their attempts.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { newRole } from '../harness/roles.ts';
import { useServer } from '../harness/server.ts';
import { loggedRequests, newWebhook, startWebhookReceiver } from '../harness/webhook-receiver.ts';

type Attempt = { statusCode?: number; error?: string; durationMs: number; requestHeaders: Record<string, string> };
type Request = { id: string; nextAttemptAt?: number; payload: { result: string; attemptLog: Attempt[] } };

describe('webhook deliveries', () => {
  let api: ManagementApi;
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  beforeAll(async () => {
    const server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.stop());

  it('have an ID and a time, and both signatures while the previous key is valid', async () => {
    const { id, signingKey } = await newWebhook(api, `${receiver.origin}/200/keys`, ['Role.Created']);
    const renewed = await api.call('PATCH', `/hooks/${id}/signing-key?overlapHours=1`);
    const hook = renewed.json() as { signingKey: string; previousKeyExpiresAt: number };
    expect(hook.previousKeyExpiresAt).toBeGreaterThan(Date.now());
    expect(renewed.body).not.toContain(signingKey);
    await newRole(api);
    const [told] = await receiver.arrived('/200/keys');
    const signature = (key: string) => createHmac('sha256', key).update(String(told?.raw)).digest('hex');
    const [logged] = (await loggedRequests(api, id)) as unknown as Request[];
    expect(told?.headers).toMatchObject({
      'tessera-signature-sha-256': signature(hook.signingKey),
      'tessera-signature-sha-256-previous': signature(signingKey),
      'tessera-delivery-id': logged?.id,
      'tessera-delivery-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    await api.call('PATCH', `/hooks/${id}/signing-key`);
    await newRole(api);
    const [, next] = await receiver.arrived('/200/keys', 2);
    expect(next?.headers).not.toHaveProperty('tessera-signature-sha-256-previous');
    expect((await api.call('PATCH', `/hooks/${id}/signing-key?overlapHours=169`)).status).toBe(400);
    await api.call('DELETE', `/hooks/${id}`);
  });

  it('are listed while they are retried, with every attempt and without credentials', async () => {
    const headers = { 'x-credential': 'never shown' };
    const { id } = await newWebhook(api, `${receiver.origin}/recover/1`, ['Role.Created'], { headers });
    await newRole(api);
    await receiver.arrived('/recover/1');
    const pending = async () => (await api.call('GET', `/hooks/${id}/pending-requests`)).json() as Request[];
    await eventually(async () => (await pending())[0]?.payload.attemptLog.length === 1);
    const [waiting] = await pending();
    expect(waiting).toMatchObject({
      nextAttemptAt: expect.any(Number),
      payload: { result: 'Pending', attemptLog: [{ statusCode: 503, error: 'unsuccessful_status' }] },
    });
    const [ended] = (await loggedRequests(api, id)) as unknown as Request[];
    expect(ended).toMatchObject({
      id: waiting?.id,
      payload: { result: 'Success', attemptLog: [{ statusCode: 503 }, { statusCode: 200 }] },
    });
    expect(ended?.payload.attemptLog[0]?.requestHeaders['x-credential']).toBe('******');
    expect(JSON.stringify(ended)).not.toContain('never shown');
    expect(await pending()).toEqual([]);
    expect((await api.call('GET', `/hooks/${id}/recent-logs?result=Error&from=0`)).json()).toEqual([]);
    expect((await api.call('GET', '/hooks/unknown/pending-requests')).status).toBe(404);
  });
});
