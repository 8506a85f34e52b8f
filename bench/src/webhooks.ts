// The cost of webhooks for a request: the same change with and without a subscribed webhook. The endpoint is in this
// process; delivery happens afterwards in the background.
import { setTimeout as sleep } from 'node:timers/promises';
import { managementApi } from '@tessera/tests/harness/api';
import { newRole } from '@tessera/tests/harness/roles';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { newWebhook, startWebhookReceiver } from '@tessera/tests/harness/webhook-receiver';
import { median, rounds } from './load.ts';
import { type Goal, show, table } from './report.ts';

const warmUps = 100;
const perRound = 100;
const settleMs = 10;

export type WebhookNumbers = { alone: number; told: number };

export const measureWebhooks = async (server: TestServer): Promise<WebhookNumbers> => {
  const api = await managementApi(server);
  const receiver = await startWebhookReceiver();
  const { id } = await newRole(api, { name: 'Told about' });
  const hook = await newWebhook(api, `${receiver.origin}/200`, ['Role.Data.Updated']);
  const change = (count: number) => api.call('PATCH', `/roles/${id}`, { description: `Change ${count}` });
  /** Wait for the delivery before the next request, so that only enqueueing counts. */
  const each = async (isTold: boolean): Promise<number> => {
    const times: number[] = [];
    for (let count = 0; count < perRound; count += 1) {
      const known = receiver.told.length;
      const began = performance.now();
      await change(count);
      times.push(performance.now() - began);
      if (isTold) await receiver.arrived('/200', known + 1);
      await sleep(settleMs);
    }
    return median(times);
  };
  const turn = (enabled: boolean) => api.call('PATCH', `/hooks/${hook.id}`, { enabled });
  try {
    for (let count = 0; count < warmUps; count += 1) await change(count);
    const measured: WebhookNumbers[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await turn(false);
      const alone = await each(false);
      await turn(true);
      measured.push({ alone, told: await each(true) });
    }
    return {
      alone: median(measured.map(({ alone }) => alone)),
      told: median(measured.map(({ told }) => told)),
    };
  } finally {
    await api.call('DELETE', `/hooks/${hook.id}`);
    await receiver.stop();
  }
};

export const webhookTable = ({ alone, told }: WebhookNumbers): string =>
  table([
    ['A change through the Management API', 'wall'],
    ['nobody listens', show(alone, 'ms', 2)],
    ['a webhook is told', show(told, 'ms', 2)],
  ]);

export const webhookGoals = ({ alone, told }: WebhookNumbers): Goal[] => [
  { name: 'what a webhook adds to a request', measured: told - alone, limit: 1, unit: 'ms', digits: 2 },
];
