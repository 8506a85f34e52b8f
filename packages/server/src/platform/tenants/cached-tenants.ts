// Cached tenants, needed on every request.
import { LRUCache } from 'lru-cache';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';

export type KnownTenant = {
  id: string;
  name: string;
  tag: 'development' | 'production';
  planId: string;
  isSuspended: boolean;
};
export type Tenants = ReturnType<typeof createTenants>;

const mostKnown = 20_000;

export const createTenants = (databases: Databases, invalidation: Invalidation) => {
  const cache = createCache(invalidation, {
    tables: ['tenants'],
    load: async (_, tenantId): Promise<KnownTenant | undefined> =>
      databases
        .of(adminTenant)
        .selectFrom('tenants')
        .select(['id', 'name', 'tag', 'planId', 'isSuspended'])
        .where('id', '=', tenantId)
        .executeTakeFirst(),
  });
  // Tenants are rows of the admin tenant, where their changes are announced.
  const known = new LRUCache<string, true>({ max: mostKnown });
  const find = async (tenantId: string): Promise<KnownTenant | undefined> => {
    const tenant = await cache.get(adminTenant, tenantId);
    if (tenant) known.set(tenantId, true);
    else known.delete(tenantId);
    return tenant;
  };
  return {
    find,
    /** Whether it existed when a request to it was last served: false for a name that someone made up. */
    isKnown: (tenantId: string): boolean => known.has(tenantId),
    require: async (tenantId: string): Promise<KnownTenant> => {
      const tenant = await find(tenantId);
      if (!tenant) throw new RequestError('request.not_found');
      if (tenant.isSuspended) throw new RequestError('subscription.tenant_suspended');
      return tenant;
    },
  };
};
