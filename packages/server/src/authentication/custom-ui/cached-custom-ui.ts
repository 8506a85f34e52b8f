// Cached file list of a tenant's custom UI.
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';

/** By path. Without a hash, the file is still in the data folder of an earlier release. */
export type UiFiles = Record<string, { mimeType: string; size: number; hash?: string | undefined }>;

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
