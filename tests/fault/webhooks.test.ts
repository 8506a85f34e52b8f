// Webhooks during failures: events are delivered once, if and only if the change was committed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { newOrganization } from '../harness/organizations.ts';
import { freePort } from '../harness/ports.ts';
import { startProcess } from '../harness/process.ts';
import { newResource, newRole } from '../harness/roles.ts';
import { sabotage } from '../harness/sabotage.ts';
import { startServer } from '../harness/server.ts';
import { loggedRequests, newWebhook, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

describe('webhooks', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.stop());
  const env = { OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent' };

  it('F01 a server killed during a delivery leaves it to the next one', async () => {
    const first = await startServer({ env });
    const api = await managementApi(first);
    const { id } = await newWebhook(api, `${receiver.origin}/hang/killed`, ['Role.Created'], { retries: 0 });
    const names: string[] = [];
    for (let count = 0; count < 8; count += 1) names.push((await newRole(api)).name);
    await receiver.arrived('/hang/killed', 5);
    first.child.kill('SIGKILL');
    await first.exited;
    // Five were in progress, and are due again when their lease ends.
    await first.query(`update job_queue set due_at = now() where kind = 'webhook'`);
    const next = await startServer({ databaseUrl: first.databaseUrl, env });
    try {
      const apiOfNext = await managementApi(next);
      // The endpoint now responds.
      const finished = async () => {
        receiver.release('/hang/killed');
        return (await loggedRequests(apiOfNext, id, 0)).length === 8;
      };
      await eventually(finished, { every: 200 });
      const logged = await loggedRequests(apiOfNext, id, 8);
      const bodies = logged.map(({ payload }) => (payload.webhookRequest.body.data as { name: string }).name);
      expect(bodies.sort()).toEqual([...names].sort());
      expect(logged.every(({ payload }) => payload.result === 'Success')).toBe(true);
    } finally {
      await next.stop();
    }
  });

  it('F03 a failed change sends nothing, whichever statement fails', async () => {
    const server = await startServer({ env });
    const api = await managementApi(server);
    await newWebhook(api, `${receiver.origin}/200/rolled-back`, [
      'Role.Created',
      'Role.Scopes.Updated',
      'Organization.Created',
    ]);
    const resource = await newResource(api, 'https://fault.example.com', ['read']);
    const saboteur = await sabotage(server.databaseUrl);
    try {
      const body = { name: 'Whole', description: 'x', scopeIds: [resource.scopeId('read')] };
      const create = () => api.call('POST', '/roles', body);
      let strikes = 0;
      for (const when of ['commit', ...Array.from({ length: 50 }, (_, index) => index + 1)] as ('commit' | number)[]) {
        await saboteur.strikeAt(when);
        const { status } = await create();
        await saboteur.rest();
        if (status === 200) break;
        strikes += 1;
      }
      // The role, its permission, their records, the events, their jobs, and the commit.
      expect(strikes).toBeGreaterThanOrEqual(7);
      // Delivered after all others, so any of their events would have arrived before.
      await newOrganization(api, { name: 'Afterwards' });
      await receiver.arrived('/200/rolled-back', 3);
      await eventually(async () => (await server.query("select 1 from job_queue where kind = 'webhook'")).length === 0);
      expect(
        receiver
          .at('/200/rolled-back')
          .map(({ body: told }) => told.event)
          .sort(),
      ).toEqual(['Organization.Created', 'Role.Created', 'Role.Scopes.Updated']);
    } finally {
      await saboteur.stop();
      await server.stop();
    }
  });

  it('two servers on one database send each event once', async () => {
    const one = await startServer({ env });
    const api = await managementApi(one);
    const port = await freePort();
    const two = await startProcess({
      ...env,
      DATABASE_URL: one.databaseUrl,
      ENDPOINT: one.origin,
      HOST: '127.0.0.1',
      PORT: String(port),
    });
    try {
      const { id } = await newWebhook(api, `${receiver.origin}/200/twice`, ['Role.Created']);
      const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
      const create = async (origin: string, name: string) => {
        const body = JSON.stringify({ name, description: 'x' });
        const response = await fetch(`${origin}/api/roles`, { method: 'POST', headers, body });
        expect(response.status).toBe(200);
      };
      const names = Array.from({ length: 40 }, (_, index) => `Role of two ${index}`);
      await Promise.all(names.map((name, index) => create(index % 2 ? one.origin : `http://127.0.0.1:${port}`, name)));
      await loggedRequests(api, id, 40);
      const told = receiver.at('/200/twice').map(({ body }) => (body.data as { name: string }).name);
      expect(told.sort()).toEqual([...names].sort());
    } finally {
      await two.stop();
      await one.stop();
    }
  });

  it('a stopping server returns unfinished deliveries', async () => {
    const first = await startServer({ env });
    const api = await managementApi(first);
    const { id } = await newWebhook(api, `${receiver.origin}/hang/stopped`, ['Role.Created'], { retries: 0 });
    await newRole(api);
    await receiver.arrived('/hang/stopped');
    expect(await first.stop()).toBe(0);
    const due = await first.query<{ attempts: number; due: boolean }>(
      `select attempts, due_at <= now() as due from job_queue where kind = 'webhook'`,
    );
    expect(due).toEqual([{ attempts: 0, due: true }]);
    const next = await startServer({ databaseUrl: first.databaseUrl, env });
    try {
      await receiver.arrived('/hang/stopped', 2);
      receiver.release('/hang/stopped');
      expect(await loggedRequests(await managementApi(next), id)).toMatchObject([{ payload: { result: 'Success' } }]);
    } finally {
      await next.stop();
    }
  });
});
