// How the messages of a tenant reach people: by its connector, into its mailbox while it has none, or by the operator
// for the console.
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Factories } from '../connectors/factories.ts';
import type { Databases } from '../database/tenant-database.ts';
import { adminTenant } from '../http/place.ts';
import type { Settings } from '../settings.ts';
import type { Tenants } from '../tenants/read.ts';

export type Channel = 'Email' | 'Sms';
export type Way = { by: 'connector'; connectorId: string; config: object } | { by: 'mailbox' } | { by: 'operator' };
export type Ways = { of(tenantId: string, channel: Channel): Promise<Way | undefined> };

type Parts = {
  databases: Databases;
  invalidation: Invalidation;
  factories: Factories;
  tenants: Tenants;
  settings: Settings;
};

export const createWays = ({ databases, invalidation, factories, tenants, settings }: Parts): Ways => {
  const connectors = createCache(invalidation, {
    tables: ['connectors'],
    load: (tenantId, channel) =>
      databases
        .of(tenantId)
        .selectFrom('connectors')
        .select(['connectorId', 'config'])
        .where('type', '=', channel as Channel)
        .executeTakeFirst(),
  });
  return {
    of: async (tenantId, channel) => {
      if (tenantId === adminTenant) return channel === 'Email' ? { by: 'operator' } : undefined;
      const own = await connectors.get(tenantId, channel);
      if (own && factories.find(own.connectorId)) {
        return { by: 'connector', connectorId: own.connectorId, config: own.config as object };
      }
      if (!settings.mailbox) return undefined;
      const { tag } = await tenants.require(tenantId);
      return settings.edition === 'oss' || tag === 'development' ? { by: 'mailbox' } : undefined;
    },
  };
};
