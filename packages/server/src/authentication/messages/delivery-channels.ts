// Selects the delivery channel of a tenant's messages: its connector, its mailbox, or the operator for the console.
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import type { Tenants } from '../../platform/tenants/cached-tenants.ts';
import type { Settings } from '../../settings.ts';
import type { Factories } from '../connectors/factories.ts';

export type Channel = 'Email' | 'Sms';
export type DeliveryChannel =
  | { by: 'connector'; id: string; connectorId: string; config: object }
  | { by: 'mailbox' }
  | { by: 'operator' };
export type DeliveryChannels = { of(tenantId: string, channel: Channel): Promise<DeliveryChannel | undefined> };

type Options = {
  databases: Databases;
  invalidation: Invalidation;
  factories: Factories;
  tenants: Tenants;
  settings: Settings;
};

export const createDeliveryChannels = ({
  databases,
  invalidation,
  factories,
  tenants,
  settings,
}: Options): DeliveryChannels => {
  const connectors = createCache(invalidation, {
    tables: ['connectors'],
    load: (tenantId, channel) =>
      databases
        .of(tenantId)
        .selectFrom('connectors')
        .select(['id', 'connectorId', 'config'])
        .where('type', '=', channel as Channel)
        .executeTakeFirst(),
  });
  return {
    of: async (tenantId, channel) => {
      if (isAdminTenant(tenantId)) return channel === 'Email' ? { by: 'operator' } : undefined;
      const own = await connectors.get(tenantId, channel);
      if (own && factories.find(own.connectorId)) {
        return { by: 'connector', id: own.id, connectorId: own.connectorId, config: own.config as object };
      }
      if (!settings.mailbox) return undefined;
      const { tag } = await tenants.require(tenantId);
      return settings.capabilities.hasMailboxForAll || tag === 'development' ? { by: 'mailbox' } : undefined;
    },
  };
};
