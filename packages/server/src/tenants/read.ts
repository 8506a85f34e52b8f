// Which tenants exist. Asked on every request, so it is kept in the process.
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';
import { adminTenant } from '../http/place.ts';
import { RequestError } from '../http/request-error.ts';

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
  // Tenants are rows of the admin tenant: that is where their changes are announced.
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
