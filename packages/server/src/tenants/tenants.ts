// Tenants of a cloud user: those whose organization in the admin tenant they belong to.
import { quotaOf } from '@tessera/contract/plans';
import { regions, type Tenant, tenants, tenantTags } from '@tessera/contract/tenants';
import { type Selectable, sql } from 'kysely';
import { activePeople } from '../dashboard/active-people.ts';
import type { TenantsTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { createTenant, organizationOf } from './create-tenant.ts';

// First segments of addresses in use: a tenant of that name could not be reached.
const reserved = new Set(['accept', 'assets', 'health']);
const freeTenantLimit = 10;
const dayMs = 86_400_000;

/** What a tenant used in the last thirty days: people who got a token, and tokens. */
const usageOf = async ({ services }: Context, tenantId: string): Promise<Tenant['usage']> => {
  const db = services.databases.of(tenantId);
  const [today, from] = [0, 29].map((back) =>
    new Date(services.clock.now() - back * dayMs).toISOString().slice(0, 10),
  ) as [string, string];
  const [users, tokens] = await Promise.all([
    db
      .selectFrom('dailyActivity')
      .select(activePeople(today, 30).as('count'))
      .where('date', '>=', from)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('dailyTokenUsage')
      .select(sql<number>`coalesce(sum(usage), 0)::bigint`.as('count'))
      .where('date', '>=', from)
      .executeTakeFirstOrThrow(),
  ]);
  return { activeUsers: users.count, tokenUsage: tokens.count };
};

const asTenant = async (ctx: Context, row: Selectable<TenantsTable>): Promise<Tenant> => {
  const db = ctx.services.databases.of(row.id);
  const [usage, current] = await Promise.all([
    usageOf(ctx, row.id),
    db.selectFrom('subscriptions').selectAll().executeTakeFirst(),
  ]);
  const iso = (time: number | undefined) => new Date(time ?? row.createdAt).toISOString();
  const { mauLimit, tokenLimit } = quotaOf(row.planId);
  return {
    id: row.id,
    name: row.name,
    tag: row.tag,
    indicator: ctx.services.wire.managementResource(row.id),
    regionName: row.regionName,
    planId: row.planId,
    isSuspended: row.isSuspended,
    createdAt: iso(row.createdAt),
    subscription: {
      planId: row.planId,
      status: current?.status ?? 'active',
      currentPeriodStart: iso(current?.currentPeriodStart),
      currentPeriodEnd: iso(current?.currentPeriodEnd),
      isEnterprisePlan: current?.isEnterprisePlan ?? false,
    },
    usage,
    quota: { mauLimit, tokenLimit },
    openInvoices: [],
  };
};

/** A member without any permission in a tenant could do nothing there, so it is not among theirs. */
const tenantsOf = ({ db }: Context, userId: string) =>
  db
    .selectFrom('organizationUsers')
    .innerJoin('tenants', (join) => join.on(sql<boolean>`organization_users.organization_id = 't-' || tenants.id`))
    .selectAll('tenants')
    .where('organizationUsers.userId', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('organizationRoleUsers as held')
          .innerJoin('organizationRoleScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
          .select('held.userId')
          .whereRef('held.organizationId', '=', 'organizationUsers.organizationId')
          .whereRef('held.userId', '=', 'organizationUsers.userId'),
      ),
    )
    .orderBy('tenants.createdAt', 'desc')
    .execute();

const newTenantId = (): string => {
  const id = random.tenantId();
  return reserved.has(id) ? newTenantId() : id;
};

export default serve(tenants, {
  list: async (ctx) => Promise.all((await tenantsOf(ctx, ctx.userId)).map((row) => asTenant(ctx, row))),

  create: async (ctx, { body }) => {
    if (!ctx.scopes.has('create:tenant')) throw new RequestError('auth.forbidden');
    const owned = await tenantsOf(ctx, ctx.userId);
    if (owned.length >= freeTenantLimit) throw new RequestError('subscription.limit_exceeded');
    const { name = 'My project', tag = 'development', regionName = 'EU' } = body;
    const tenant = { id: newTenantId(), name, tag, regionName, planId: tag === 'production' ? 'free' : 'dev' };
    const { change, services } = ctx;
    await createTenant({ change, wire: services.wire, clock: services.clock }, tenant, services.settings.edition);
    const membership = { organizationId: organizationOf(tenant.id), userId: ctx.userId };
    await change.insert('organizationUsers', membership, Object.keys(membership));
    const role = { ...membership, organizationRoleId: 'admin' };
    await change.insert('organizationRoleUsers', role, Object.keys(role));
    await change.commit();
    const row = await ctx.db.selectFrom('tenants').selectAll().where('id', '=', tenant.id).executeTakeFirstOrThrow();
    return asTenant(ctx, row);
  },

  regions: () => ({ regions: regions.map((region) => ({ ...region, tags: [...tenantTags] })) }),
});
