// Cached lookups of the owner of a host and of a tenant's active domains, needed on every request.
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { adminTenant, type HostOwner } from '../../infrastructure/http/resolve-request.ts';

export type Domains = ReturnType<typeof createDomains>;

export const createDomains = (databases: Databases, invalidation: Invalidation) => {
  const owners = createCache(invalidation, {
    tables: ['domains', 'applications'],
    ofAllTenants: true,
    load: async (_, host): Promise<HostOwner | undefined> => {
      const row = await databases
        .of(adminTenant)
        .selectFrom('tenantHosts')
        .select(['tenantId', 'kind', 'ownerId'])
        .where('host', '=', host)
        .where('isActive', '=', true)
        .executeTakeFirst();
      return row && { tenantId: row.tenantId, ...(row.kind === 'application' && { applicationId: row.ownerId }) };
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
