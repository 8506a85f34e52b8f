// Cached custom phrases of a tenant, by language.
import type { Translation } from '@tessera/contract/custom-phrases';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';

export type OwnPhrases = ReadonlyMap<string, Translation>;
export type CustomPhrases = ReturnType<typeof createCustomPhrases>;

export const createCustomPhrases = (databases: Databases, invalidation: Invalidation) => {
  const cache = createCache(invalidation, {
    tables: ['customPhrases'],
    load: async (tenantId): Promise<OwnPhrases> => {
      const rows = await databases
        .of(tenantId)
        .selectFrom('customPhrases')
        .selectAll()
        .orderBy('languageTag')
        .execute();
      return new Map(rows.map(({ languageTag, translation }) => [languageTag, translation as Translation]));
    },
  });
  return { of: (tenantId: string) => cache.get(tenantId, 'all') };
};
