// Which tenant a custom domain leads to, and which domains a tenant has in use. Asked on every request, so it is kept in
// the process.
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';
import { adminTenant } from '../http/place.ts';

export type Domains = ReturnType<typeof createDomains>;

export const createDomains = (databases: Databases, invalidation: Invalidation) => {
  const owners = createCache(invalidation, {
    tables: ['domains'],
    ofAllTenants: true,
    load: async (_, host): Promise<string | undefined> => {
      const row = await databases
        .of(adminTenant)
        .selectFrom('tenantHosts')
        .select('tenantId')
        .where('host', '=', host)
        .where('kind', '=', 'domain')
        .where('isActive', '=', true)
        .executeTakeFirst();
      return row?.tenantId;
    },
  });
  const inUse = createCache(invalidation, {
    tables: ['domains'],
    load: async (tenantId): Promise<string[]> => {
      const rows = await databases
        .of(tenantId)
        .selectFrom('domains')
        .select('domain')
        .where('status', '=', 'Active')
        .orderBy('createdAt')
        .execute();
      return rows.map(({ domain }) => domain);
    },
  });
  return {
    ownerOf: (host: string) => owners.get(adminTenant, host),
    inUse: (tenantId: string) => inUse.get(tenantId, 'active'),
  };
};
