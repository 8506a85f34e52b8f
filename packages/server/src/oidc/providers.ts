// One provider per tenant, made when first needed and again when the tenant's keys change.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { createCache } from '../cache/cache.ts';
import type { Services } from '../services.ts';
import { createProvider } from './provider.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Providers = { of(tenantId: string): Promise<Provider>; answerOf(tenantId: string): Promise<Answer> };

export const createProviders = (services: Services): Providers => {
  const cache = createCache(services.invalidation, {
    tables: ['tenantConfigs'],
    max: 500,
    load: async (tenantId) => {
      const provider = createProvider(services, tenantId, await services.keys.of(tenantId));
      return { provider, answer: provider.callback() };
    },
  });
  const known = (tenantId: string) => cache.get(tenantId, 'provider');
  return {
    of: async (tenantId) => (await known(tenantId)).provider,
    answerOf: async (tenantId) => (await known(tenantId)).answer,
  };
};
