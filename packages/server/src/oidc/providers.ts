// One provider per tenant and domain that leads to it, made when first needed and again when the tenant's keys change, with everything about its
// address that each request would otherwise work out anew.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { createCache } from '../cache/cache.ts';
import type { Place } from '../http/place.ts';
import type { Services } from '../services.ts';
import type { KnownDocuments } from './conditional-answers.ts';
import { createProvider } from './provider.ts';

export type MountedProvider = {
  provider: Provider;
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  documents: KnownDocuments;
  host: string;
  protocol: string;
  basePath: string;
};
export type Providers = {
  of(tenantId: string): Promise<Provider>;
  mounted(place: Pick<Place, 'tenantId' | 'domain'>): Promise<MountedProvider>;
};

export const createProviders = (services: Services): Providers => {
  const cache = createCache(services.invalidation, {
    tables: ['tenantConfigs'],
    max: 500,
    load: async (tenantId, domain): Promise<MountedProvider> => {
      const documents: KnownDocuments = new Map();
      const base = services.addresses.at({ tenantId, domain });
      const provider = createProvider(services, { tenantId, base }, await services.keys.of(tenantId), documents);
      const { host, protocol } = new URL(base);
      return {
        provider,
        answer: provider.callback(),
        documents,
        host,
        protocol: protocol.slice(0, -1),
        basePath: services.addresses.pathOf(base),
      };
    },
  });
  const mounted: Providers['mounted'] = ({ tenantId, domain = '' }) => cache.get(tenantId, domain);
  return { mounted, of: async (tenantId) => (await mounted({ tenantId })).provider };
};
