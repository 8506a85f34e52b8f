// The pages that a tenant brought, as they are served: which files there are, and where they lie.
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';

export type UiFiles = Record<string, { mimeType: string; size: number }>;
export type CustomUi = ReturnType<typeof createCustomUi>;

export const assetKey = (tenantId: string, id: string, path: string) => `${tenantId}/custom-ui/${id}/${path}`;

export const createCustomUi = (databases: Databases, invalidation: Invalidation) => {
  const cache = createCache(invalidation, {
    tables: ['customUiAssets'],
    max: 200,
    load: async (tenantId, id): Promise<UiFiles | undefined> => {
      const row = await databases
        .of(tenantId)
        .selectFrom('customUiAssets')
        .select('files')
        .where('id', '=', id)
        .where('status', '=', 'Ready')
        .executeTakeFirst();
      return row?.files as UiFiles | undefined;
    },
  });
  return {
    /** Undefined: this tenant has no such upload. */
    filesOf: (tenantId: string, id: string) => cache.get(tenantId, id),
  };
};
