// Tenants of a cloud user: those whose organization in the admin tenant they belong to.
import { type Tenant, tenants } from '@tessera/contract/tenants';
import { type Selectable, sql } from 'kysely';
import type { TenantsTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { createTenant, organizationOf } from './create-tenant.ts';

// First segments of addresses in use: a tenant of that name could not be reached.
const reserved = new Set(['accept', 'assets', 'health', 'profile', 'default', 'welcome']);
const freeTenantLimit = 10;

const asTenant = ({ services }: Context, row: Selectable<TenantsTable>): Tenant => ({
  id: row.id,
  name: row.name,
  tag: row.tag,
  indicator: services.wire.managementResource(row.id),
  regionName: row.regionName,
  planId: row.planId,
  isSuspended: row.isSuspended,
  createdAt: new Date(row.createdAt).toISOString(),
});

const tenantsOf = ({ db }: Context, userId: string) =>
  db
    .selectFrom('organizationUsers')
    .innerJoin('tenants', (join) => join.on(sql<boolean>`organization_users.organization_id = 't-' || tenants.id`))
    .selectAll('tenants')
    .where('organizationUsers.userId', '=', userId)
    .orderBy('tenants.createdAt', 'desc')
    .execute();

const newTenantId = () => {
  const id = random.tenantId();
  return reserved.has(id) ? random.tenantId() : id;
};

export default serve(tenants, {
  list: async (ctx) => (await tenantsOf(ctx, ctx.userId)).map((row) => asTenant(ctx, row)),

  create: async (ctx, { body }) => {
    if (!ctx.scopes.has('create:tenant')) throw new RequestError('auth.forbidden');
    const owned = await tenantsOf(ctx, ctx.userId);
    if (owned.length >= freeTenantLimit) throw new RequestError('subscription.limit_exceeded');
    const { name = 'My project', tag = 'development' } = body;
    const tenant = { id: newTenantId(), name, tag, planId: tag === 'production' ? 'free' : 'dev' };
    const { change, services } = ctx;
    await createTenant({ change, wire: services.wire, clock: services.clock }, tenant, services.settings.edition);
    const membership = { organizationId: organizationOf(tenant.id), userId: ctx.userId };
    await change.insert('organizationUsers', membership, Object.keys(membership));
    const role = { ...membership, organizationRoleId: 'admin' };
    await change.insert('organizationRoleUsers', role, Object.keys(role));
    const tx = await change.transaction();
    const row = await tx.selectFrom('tenants').selectAll().where('id', '=', tenant.id).executeTakeFirstOrThrow();
    return asTenant(ctx, row);
  },
});
