// How many requests may be under way at once: few to one hook, more to one tenant, many in all. A hook that fails gets
// one at a time until it answers again, so that a hanging endpoint keeps nobody else waiting.
import { LRUCache } from 'lru-cache';

const most = { hook: 5, failingHook: 1, tenant: 10, node: 100 };

type Place = { tenantId: string; hookId: string };

export const createLanes = () => {
  const busy = new Map<string, number>();
  const failing = new LRUCache<string, true>({ max: 10_000 });
  const all = '';
  const namesOf = ({ tenantId, hookId }: Place) => [all, tenantId, `${tenantId}/${hookId}`] as const;
  const count = (name: string) => busy.get(name) ?? 0;
  const add = (name: string, amount: number) => {
    if (count(name) + amount > 0) busy.set(name, count(name) + amount);
    else busy.delete(name);
  };
  return {
    /** How many more may start now. */
    free: (place: Place): number => {
      const [node, tenant, hook] = namesOf(place);
      const ofHook = failing.has(hook) ? most.failingHook : most.hook;
      return Math.max(0, Math.min(most.node - count(node), most.tenant - count(tenant), ofHook - count(hook)));
    },
    enter: (place: Place, amount: number) => {
      for (const name of namesOf(place)) add(name, amount);
    },
    leave: (place: Place) => {
      for (const name of namesOf(place)) add(name, -1);
    },
    note: (place: Place, hasFailed: boolean) => {
      const hook = namesOf(place)[2];
      if (hasFailed) failing.set(hook, true);
      else failing.delete(hook);
    },
  };
};
