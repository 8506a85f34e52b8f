// Protected applications by host, cached because every request needs them.
import type { Addresses } from '../../addresses.ts';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { StoredMetadata } from './metadata.ts';
import type { CreatePageRules, PageRules } from './page-rules.ts';

/** What every origin is told about the URL of its site. */
export const forwardedFrom = ({ host, port, protocol }: URL) => ({
  'x-forwarded-host': host,
  'x-forwarded-port': port || (protocol === 'https:' ? '443' : '80'),
  'x-forwarded-proto': protocol.slice(0, -1),
});

/** A protected application at one of its hosts. */
export type Site = {
  tenantId: string;
  applicationId: string;
  host: string;
  /** The base URL of the host, and the headers that tell the origin about it. */
  base: URL;
  forwarded: ReturnType<typeof forwardedFrom>;
  /** Applications of other tenants have hosts below the same domain. */
  isShared: boolean;
  origin: URL;
  sessionDuration: number;
  rules: PageRules;
};
export type Sites = ReturnType<typeof createSites>;

type Options = {
  databases: Databases;
  invalidation: Invalidation;
  addresses: Addresses;
  pageRules: CreatePageRules;
};

export const createSites = ({ databases, invalidation, addresses, pageRules }: Options) => {
  const sites = createCache(invalidation, {
    tables: ['applications'],
    load: async (tenantId, key): Promise<Site | undefined> => {
      const [applicationId = '', host = ''] = key.split(' ');
      const row = await databases
        .of(tenantId)
        .selectFrom('applications')
        .select('protectedAppMetadata')
        .where('id', '=', applicationId)
        .executeTakeFirst();
      const stored = row?.protectedAppMetadata as unknown as StoredMetadata | null | undefined;
      const parsed = stored && URL.parse(stored.origin);
      if (!stored || !parsed) return undefined;
      // Without a path, and with whole seconds: applications from before these rules may have others.
      const [origin, sessionDuration] = [new URL(parsed.origin), Math.trunc(stored.sessionDuration)];
      const base = new URL(addresses.onDomain(host));
      const patterns = stored.pageRules.map(({ path }) => path);
      return {
        ...{ tenantId, applicationId, host, isShared: host === stored.host },
        ...{ base, forwarded: forwardedFrom(base), origin, sessionDuration },
        rules: pageRules(tenantId, patterns),
      };
    },
  });

  return {
    find: (tenantId: string, { applicationId, host }: { applicationId: string; host: string }) =>
      sites.get(tenantId, `${applicationId} ${host}`),
  };
};
