// The scripts of a tenant, kept until they change: most tenants have none, and asking must cost nothing.
import type { AccessTokenScript, MachineTokenScript } from '@tessera/contract/custom-jwt';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';

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
      return new Map(rows.map(({ key, value }) => [key, value as StoredScript]));
    },
  });
  return async (tenantId: string, kind: ScriptKind): Promise<StoredScript | undefined> =>
    (await cache.get(tenantId, 'scripts')).get(scriptKeys[kind]);
};
