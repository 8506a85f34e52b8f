// Concurrency limits of a job kind per node: per key, per tenant and in total. A failing key runs one job at a time
// until one succeeds, so that a hanging endpoint delays nothing else.
import { LRUCache } from 'lru-cache';
import type { JobKind } from './job.ts';

type Slot = { tenantId: string; kind: string; key: string };

export const createConcurrency = () => {
  const running = new Map<string, number>();
  const failing = new LRUCache<string, true>({ max: 10_000 });
  const keyName = ({ tenantId, kind, key }: Slot) => `${tenantId}/${kind}/${key}`;
  const namesOf = (slot: Slot) => [slot.kind, `${slot.tenantId}/${slot.kind}`, keyName(slot)] as const;
  const count = (name: string) => running.get(name) ?? 0;
  const add = (name: string, amount: number) => {
    if (count(name) + amount > 0) running.set(name, count(name) + amount);
    else running.delete(name);
  };
  return {
    /** How many more may start now. */
    free: (slot: Slot, { perKey, perTenant, perNode }: JobKind['concurrency']): number => {
      const [node, tenant, key] = namesOf(slot);
      const ofKey = failing.has(key) ? 1 : perKey;
      return Math.max(0, Math.min(perNode - count(node), perTenant - count(tenant), ofKey - count(key)));
    },
    acquire: (slot: Slot, amount: number) => {
      for (const name of namesOf(slot)) add(name, amount);
    },
    release: (slot: Slot) => {
      for (const name of namesOf(slot)) add(name, -1);
    },
    noteResult: (slot: Slot, hasFailed: boolean) => {
      if (hasFailed) failing.set(keyName(slot), true);
      else failing.delete(keyName(slot));
    },
  };
};
