// Cached token scripts of a tenant; most tenants have none.
import type { AccessTokenScript, MachineTokenScript } from '@tessera/contract/custom-jwt';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';

export const scriptKeys = { AccessToken: 'jwt.accessToken', ClientCredentials: 'jwt.clientCredentials' } as const;
export type ScriptKind = keyof typeof scriptKeys;
export type StoredScript = AccessTokenScript | MachineTokenScript;

export type Scripts = ReturnType<typeof createScripts>;

export const createScripts = (databases: Databases, invalidation: Invalidation) => {
  const cache = createCache(invalidation, {
    tables: ['tenantConfigs'],
    load: async (tenantId): Promise<Map<string, StoredScript>> => {
      const rows = await databases
        .of(tenantId)
        .selectFrom('tenantConfigs')
        .select(['key', 'value'])
        .where('key', 'in', Object.values(scriptKeys))
        .execute();
      const stored = rows.map(({ key, value }) => [key, value as StoredScript] as const);
      // An empty script adds nothing.
      return new Map(stored.filter(([, { script }]) => script.trim() !== ''));
    },
  });
  return async (tenantId: string, kind: ScriptKind): Promise<StoredScript | undefined> =>
    (await cache.get(tenantId, 'scripts')).get(scriptKeys[kind]);
};
