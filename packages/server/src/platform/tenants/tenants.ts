// A cloud user's tenants: those whose organization in the admin tenant they belong to.
import { quotaOf } from '@tessera/contract/plans';
import { regions, type Tenant, tenants, tenantTags } from '@tessera/contract/tenants';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../context.ts';
import { countActiveUsers } from '../../developer-tools/dashboard/active-users.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { TenantsTable } from '../../infrastructure/database/tables.gen.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { createTenant, organizationOf } from './create-tenant.ts';

// Reserved path segments: a tenant with such an ID would be unreachable.
const reserved = new Set(['accept', 'assets', 'health']);
const freeTenantLimit = 10;
const dayMs = 86_400_000;

/** Usage of the last thirty days: active users and tokens. */
const usageOf = async ({ services }: Context, tenantId: string): Promise<Tenant['usage']> => {
  const db = services.databases.of(tenantId);
  const [today, from] = [0, 29].map((back) =>
    new Date(services.clock.now() - back * dayMs).toISOString().slice(0, 10),
  ) as [string, string];
  const [users, tokens] = await Promise.all([
    db
      .selectFrom('dailyActivity')
      .select(countActiveUsers(today, 30).as('count'))
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

/** Tenants in which the member has no permission are not listed. */
const tenantsOf = (db: Database, userId: string) =>
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
  list: async (ctx) => Promise.all((await tenantsOf(ctx.db, ctx.userId)).map((row) => asTenant(ctx, row))),

  create: async (ctx, { body }) => {
    if (!ctx.scopes.has('create:tenant')) throw new RequestError('auth.forbidden');
    const tx = await ctx.change.transaction();
    await lockUntilCommit(tx, 'tenants', ctx.userId);
    const owned = await tenantsOf(tx, ctx.userId);
    if (owned.length >= freeTenantLimit) throw new RequestError('subscription.limit_exceeded');
    const { name = 'My project', tag = 'development', regionName = 'EU' } = body;
    const tenant = { id: newTenantId(), name, tag, regionName, planId: tag === 'production' ? 'free' : 'dev' };
    const { change, services } = ctx;
    await createTenant({ change, wire: services.wire, clock: services.clock }, tenant, services.settings.capabilities);
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
