// Custom domain handlers. Each read checks DNS again, so that the status is current.
import { type Domain, domains } from '@tessera/contract/domains';
import { domainText } from '@tessera/phrases/domains';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import type { Settings } from '../../settings.ts';
import { type DomainRow, targetOf } from './check-domain.ts';

const mostDomains = 10;

const shown = ({ visit }: Context, row: DomainRow): Domain => {
  const [problem = '', found = ''] = (row.errorMessage ?? '').split(' ');
  const values = { domain: row.domain, target: targetOf(row), found };
  return {
    id: row.id,
    domain: row.domain,
    status: row.status as Domain['status'],
    errorMessage: problem ? domainText(problem, visit.languages, values) : null,
    dnsRecords: row.dnsRecords as Domain['dnsRecords'],
  };
};

const checked = async (ctx: Context, row: DomainRow) => shown(ctx, await ctx.services.domainChecks(ctx.tenantId, row));

/** The CNAME target: each tenant has its own, so that an abandoned record serves no other tenant. */
const targetFor = ({ services, tenantId }: Context): string => {
  const { domainTarget } = services.settings;
  if (!domainTarget || isAdminTenant(tenantId)) throw new RequestError('domain.not_configured');
  return domainTarget.replace('{tenantId}', tenantId);
};

/** The installation's own hosts, which cannot be custom domains, nor anything below them. */
const ownHosts = ({ endpoint, adminEndpoint, tenantEndpoint, domainTarget }: Settings): string[] => [
  ...[endpoint, adminEndpoint].flatMap((origin) => (origin ? [new URL(origin).hostname] : [])),
  ...(tenantEndpoint ? [new URL(tenantEndpoint.replace('{tenantId}.', '')).hostname] : []),
  ...(domainTarget ? [domainTarget.replace('{tenantId}.', '')] : []),
];

const refuseOwnHost = ({ services }: Context, name: string) => {
  if (ownHosts(services.settings).some((host) => name === host || name.endsWith(`.${host}`))) {
    throw new RequestError('domain.domain_is_not_allowed');
  }
};

/** One, unless the tenant may have several. Counted under a lock against concurrent requests. */
const refuseTooMany = async ({ change, tenantId }: Context) => {
  const tx = await change.transaction();
  await lockUntilCommit(tx, 'domains', tenantId);
  const { count } = await tx.selectFrom('domains').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const tenant = await tx.selectFrom('tenants').select('featureFlags').where('id', '=', tenantId).executeTakeFirst();
  const { isMultipleCustomDomainsEnabled } = (tenant?.featureFlags ?? {}) as Record<string, unknown>;
  if (isMultipleCustomDomainsEnabled !== true && count >= 1) throw new RequestError('domain.limit_to_one_domain');
  if (count >= mostDomains) throw new RequestError('domain.exceed_domain_limit');
};

const refuseTaken = async ({ change }: Context, host: string) => {
  const tx = await change.transaction();
  const taken = await tx.selectFrom('tenantHosts').select('host').where('host', '=', host).executeTakeFirst();
  if (taken) throw new RequestError('domain.domain_in_use');
};

const find = async ({ db }: Context, id: string): Promise<DomainRow> => {
  const row = await db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

export default serve(domains, {
  list: async (ctx) => {
    const rows = await ctx.db.selectFrom('domains').selectAll().orderBy('createdAt').orderBy('id').execute();
    return Promise.all(rows.map((row) => checked(ctx, row)));
  },

  create: async (ctx, { body }) => {
    const target = targetFor(ctx);
    const domain = body.domain.toLowerCase();
    refuseOwnHost(ctx, domain);
    await refuseTooMany(ctx);
    await refuseTaken(ctx, domain);
    const dnsRecords = [{ type: 'CNAME', name: domain, value: target }];
    return shown(ctx, await ctx.change.insert('domains', { id: random.id(), domain, dnsRecords }));
  },

  get: async (ctx, { params: { id } }) => checked(ctx, await find(ctx, id)),

  remove: async (ctx, { params: { id } }) => {
    if (!(await ctx.change.remove('domains', { id }))) throw notFound(id);
  },
});
