// The custom phrases of a tenant, as the sign-in pages need them: at hand, by language.
import type { Translation } from '@tessera/contract/custom-phrases';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';

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
