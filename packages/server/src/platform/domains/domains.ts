// Custom domain handlers. Each read checks DNS again, so that the status is current.
import { type Domain, domains } from '@tessera/contract/domains';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { asDomain, type DomainRow } from './check-domain.ts';
import { refuseOwnHost, refuseTaken, requireTarget } from './domain-rules.ts';
import { problemText } from './domain-status.ts';

const mostDomains = 10;

const shown = ({ visit }: Context, row: DomainRow): Domain => {
  const { id, domain, status, dnsRecords, errorMessage } = asDomain(row);
  return {
    id,
    domain,
    status,
    dnsRecords,
    errorMessage: problemText({ domain, dnsRecords, errorMessage }, visit.languages),
  };
};

const checked = async (ctx: Context, row: DomainRow) => shown(ctx, await ctx.services.domainChecks(ctx.tenantId, row));

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
    const target = requireTarget(ctx);
    const domain = body.domain.toLowerCase();
    refuseOwnHost(ctx, domain);
    await refuseTooMany(ctx);
    await refuseTaken(ctx, domain, 'domain.domain_in_use');
    const dnsRecords = [{ type: 'CNAME', name: domain, value: target }];
    return shown(ctx, await ctx.change.insert('domains', { id: random.id(), domain, dnsRecords }));
  },

  get: async (ctx, { params: { id } }) => checked(ctx, await find(ctx, id)),

  remove: async (ctx, { params: { id } }) => {
    if (!(await ctx.change.remove('domains', { id }))) throw notFound(id);
  },
});
