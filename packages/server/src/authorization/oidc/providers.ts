// One provider per tenant and domain, created on demand and again when the tenant's keys change, with everything
// precomputed that depends on its URL.
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Services } from '../../services.ts';
import type { KnownDocuments } from './conditional-answers.ts';
import type { MountedProvider, Providers } from './mounted-provider.ts';
import { createProvider, type ProviderServices } from './provider.ts';

export const createProviders = (services: ProviderServices & Pick<Services, 'keys'>): Providers => {
  const cache = createCache(services.invalidation, {
    tables: ['tenantConfigs'],
    max: 500,
    load: async (tenantId, domain): Promise<MountedProvider> => {
      const documents: KnownDocuments = new Map();
      const base = services.addresses.at({ tenantId, domain });
      const keys = await services.keys.of(tenantId);
      const rules = await services.clientRegistrations.of(tenantId);
      const allowed = { canRegister: rules.isEnabled, acceptsDocuments: rules.acceptsMetadataDocuments };
      const provider = createProvider(services, { tenantId, base, keys, ...allowed }, documents);
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
