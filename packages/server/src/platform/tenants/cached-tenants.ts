// Cached tenants, needed on every request.
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
  const find = (tenantId: string) => cache.get(adminTenant, tenantId);
  return {
    find,
    require: async (tenantId: string): Promise<KnownTenant> => {
      const tenant = await find(tenantId);
      if (!tenant) throw new RequestError('request.not_found');
      if (tenant.isSuspended) throw new RequestError('subscription.tenant_suspended');
      return tenant;
    },
  };
};
