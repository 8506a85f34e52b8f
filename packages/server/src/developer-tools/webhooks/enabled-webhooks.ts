// Cached enabled webhooks per tenant; most tenants have none, so a change costs nothing extra.
import type { WebhookConfig } from '@tessera/contract/webhooks';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { asWebhook, eventsOf } from './find-webhook.ts';
import { previousKeyOf, type SigningKeys } from './signing-keys.ts';

export type EnabledWebhook = SigningKeys & { id: string; events: ReadonlySet<string>; config: WebhookConfig };
export type EnabledWebhooks = ReturnType<typeof createEnabledWebhooks>;

export const createEnabledWebhooks = (databases: Databases, invalidation: Invalidation) => {
  const cache = createCache<EnabledWebhook[]>(invalidation, {
    tables: ['hooks'],
    load: async (tenantId) => {
      const rows = await databases.of(tenantId).selectFrom('hooks').selectAll().where('enabled', '=', true).execute();
      return rows.map((row) => {
        const hook = asWebhook(row);
        const { id, signingKey, config } = hook;
        return { id, signingKey, config, ...previousKeyOf(row), events: new Set(eventsOf(hook)) };
      });
    },
  });
  return { of: (tenantId: string) => cache.get(tenantId, 'listening') };
};
