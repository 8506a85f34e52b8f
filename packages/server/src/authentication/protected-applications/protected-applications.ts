// Handlers of custom domains of protected applications. Each read checks DNS again, so that the status is current.
import { protectedApplications } from '@tessera/contract/protected-applications';
import type { Context } from '../../context.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { refuseOwnHost, refuseTaken, requireAppsDomain, requireTarget } from '../../platform/domains/domain-rules.ts';
import { serve } from '../../serve.ts';
import { domainHealthOf } from './domain-health.ts';
import { describeDomain, type StoredDomain, type StoredMetadata, urisOf } from './metadata.ts';

const storedMetadata = async (db: Database, id: string): Promise<StoredMetadata> => {
  const row = await db
    .selectFrom('applications')
    .select(['type', 'protectedAppMetadata'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(id);
  if (row.type !== 'Protected') throw new RequestError('application.protected_application_only');
  return row.protectedAppMetadata as unknown as StoredMetadata;
};

const targetFor = (ctx: Context): string => {
  requireAppsDomain(ctx);
  return requireTarget(ctx, { status: 501 });
};

/** Writes the domains of an application, and the URIs that follow from them. */
const writeDomains = async (
  ctx: Context,
  id: string,
  next: (domains: StoredDomain[]) => StoredDomain[] | Promise<StoredDomain[]>,
) => {
  const { addresses } = ctx.services;
  const row = await ctx.change.update('applications', { id }, async (locked) => {
    const stored = locked.protectedAppMetadata as unknown as StoredMetadata;
    const protectedAppMetadata = { ...stored, customDomains: await next(stored.customDomains ?? []) };
    const oidcClientMetadata = { ...locked.oidcClientMetadata, ...urisOf(addresses, protectedAppMetadata) };
    return { protectedAppMetadata, oidcClientMetadata };
  });
  if (!row) throw notFound(id);
};

export default serve(protectedApplications, {
  listCustomDomains: async (ctx, { params: { id } }) => {
    const { customDomains = [] } = await storedMetadata(ctx.db, id);
    targetFor(ctx);
    const { siteDomainChecks } = ctx.services;
    const checked = await Promise.all(customDomains.map((one) => siteDomainChecks(ctx.tenantId, id, one)));
    return checked.map((one) => describeDomain(one, ctx.visit.languages));
  },

  createCustomDomain: async (ctx, { params: { id }, body }) => {
    await storedMetadata(ctx.db, id);
    const domain = body.domain.toLowerCase();
    const dnsRecords = [{ type: 'CNAME', name: domain, value: targetFor(ctx) }];
    refuseOwnHost(ctx, domain, { status: 422 });
    await writeDomains(ctx, id, async (domains) => {
      if (domains.length > 0) throw new RequestError('domain.limit_to_one_domain');
      await refuseTaken(ctx, domain, 'domain.hostname_already_exists');
      return [{ domain, status: 'PendingVerification', errorMessage: null, dnsRecords }];
    });
  },

  getDomainHealth: async (ctx, { params: { id } }) => domainHealthOf(ctx, await storedMetadata(ctx.db, id)),

  removeCustomDomain: async (ctx, { params: { id, domain: given } }) => {
    const domain = given.toLowerCase();
    await storedMetadata(ctx.db, id);
    await writeDomains(ctx, id, (domains) => {
      const others = domains.filter((one) => one.domain !== domain);
      if (others.length === domains.length) throw new RequestError('application.custom_domain_not_found');
      return others;
    });
    const tx = await ctx.change.transaction();
    const ofHost = tx.deleteFrom('protectedAppSessions').where('applicationId', '=', id).where('host', '=', domain);
    await ofHost.execute();
  },
});
