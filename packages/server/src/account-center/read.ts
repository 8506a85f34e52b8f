// The account center of a tenant as every call of the account API sees it.
import type { AccountCenter } from '@tessera/contract/account-center';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';

export type AccountCenters = ReturnType<typeof createAccountCenters>;

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
