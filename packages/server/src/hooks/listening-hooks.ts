// The hooks of a tenant that are to be told something, at hand while nobody changes them: most tenants have none, and
// then a change costs nothing more.
import type { Hook } from '@tessera/contract/hooks';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';
import { asHook, eventsOf } from './find-hook.ts';

export type ListeningHook = { id: string; events: ReadonlySet<string> };
export type ListeningHooks = ReturnType<typeof createListeningHooks>;

export const createListeningHooks = (databases: Databases, invalidation: Invalidation) => {
  const cache = createCache<ListeningHook[]>(invalidation, {
    tables: ['hooks'],
    load: async (tenantId) => {
      const rows = await databases.of(tenantId).selectFrom('hooks').selectAll().where('enabled', '=', true).execute();
      return rows.map((row): Hook => asHook(row)).map((hook) => ({ id: hook.id, events: new Set(eventsOf(hook)) }));
    },
  });
  return { of: (tenantId: string) => cache.get(tenantId, 'listening') };
};
