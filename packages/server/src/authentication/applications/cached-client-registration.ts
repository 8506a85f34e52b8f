// The tenant's rules for applications that register themselves, read by its provider.
import type { ClientRegistration } from '@tessera/contract/client-registration';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Database, Databases } from '../../infrastructure/database/tenant-database.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';

export const registrationConfig = 'clientRegistration';

const initial: ClientRegistration = {
  isEnabled: false,
  acceptsMetadataDocuments: false,
  redirectHosts: [],
  userScopes: ['profile', 'email'],
  scopeIds: [],
  organizationScopeIds: [],
  organizationResourceScopeIds: [],
  perHour: 20,
  limit: 100,
};

export const storedRegistration = (db: Database) =>
  db.selectFrom('tenantConfigs').select('value').where('key', '=', registrationConfig);
export const asRegistration = (row: { value: unknown } | undefined): ClientRegistration => ({
  ...initial,
  ...(row?.value as object),
});

export const createClientRegistrations = (databases: Databases, invalidation: Invalidation) => {
  const cache = createCache(invalidation, {
    tables: ['tenantConfigs'],
    load: async (tenantId: string) =>
      asRegistration(await storedRegistration(databases.of(tenantId)).executeTakeFirst()),
  });
  return {
    // Applications of administrators are the operator's own.
    of: async (tenantId: string) => (isAdminTenant(tenantId) ? initial : cache.get(tenantId, registrationConfig)),
  };
};
