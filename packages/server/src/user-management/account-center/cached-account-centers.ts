// Cached account center settings of a tenant, for the account API.
import type { AccountCenter } from '@tessera/contract/account-center';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';

export const createAccountCenters = (databases: Databases, invalidation: Invalidation) => {
  const own = createCache(invalidation, {
    tables: ['accountCenters'],
    load: async (tenantId): Promise<AccountCenter> => {
      const row = await databases.of(tenantId).selectFrom('accountCenters').selectAll().executeTakeFirstOrThrow();
      return row as unknown as AccountCenter;
    },
  });
  return { of: (tenantId: string) => own.get(tenantId, 'own') };
};
