// Tells the hooks of a tenant what happened, as part of the change that it happened in.
import type { HookEvent } from '@tessera/contract/hook-events';
import type { Change } from '../database/change.ts';
import type { Transaction } from '../database/tenant-database.ts';
import type { Services } from '../services.ts';
import { hand, type NewDelivery } from './hand-over.ts';
import type { ListeningHook } from './listening-hooks.ts';

/** `facts` are gathered only when somebody listens. */
export type News = { event: HookEvent; facts: (transaction: Transaction) => Promise<object> | object };

type Parts = { services: Services; tenantId: string; change: Change };

/**
 * `listening` is read before the change begins: who holds a connection for a change must not wait for a second one, or
 * many at once would wait for each other.
 */
export const tellHooks = async (
  { services, tenantId, change }: Parts,
  listening: readonly ListeningHook[],
  news: readonly News[],
) => {
  const deliveries: NewDelivery[] = [];
  for (const { event, facts } of news) {
    const hooks = listening.filter(({ events }) => events.has(event));
    if (hooks.length === 0) continue;
    const createdAt = new Date(services.clock.now()).toISOString();
    const said = { event, createdAt, ...(await facts(await change.transaction())) };
    deliveries.push(...hooks.map(({ id }) => ({ hookId: id, event, body: JSON.stringify({ hookId: id, ...said }) })));
  }
  if (deliveries.length > 0) await hand(await change.transaction(), tenantId, deliveries);
};
