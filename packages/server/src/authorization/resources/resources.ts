// API resource handlers.
import { resources, type Scope } from '@tessera/contract/resources';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import { isOn } from '../../infrastructure/http/boolean-parameter.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { findOwnResource, findResource, isBuiltIn } from './find-resource.ts';
import { scopeHandlers } from './scopes.ts';

const scopesOf = async ({ db }: Context, resourceIds: string[]): Promise<Map<string, Scope[]>> => {
  const scopes = new Map(resourceIds.map((id): [string, Scope[]] => [id, []]));
  if (resourceIds.length === 0) return scopes;
  const rows = await db
    .selectFrom('scopes')
    .selectAll()
    .where('resourceId', 'in', resourceIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  for (const row of rows) scopes.get(row.resourceId)?.push(row);
  return scopes;
};

/** Audiences with a special meaning in the product. */
const refuseReserved = ({ services: { wire } }: Context, indicator: string) => {
  if (indicator.toLowerCase().startsWith(`urn:${wire.namespace}:`)) {
    throw new RequestError('resource.resource_identifier_in_use');
  }
};

/** There is at most one default. Concurrent changes are serialized. */
const takeDefault = async ({ change, tenantId }: Context, id: string) => {
  const tx = await change.transaction();
  await lockUntilCommit(tx, 'default-resource', tenantId);
  const before = await tx
    .selectFrom('resources')
    .select('id')
    .where('isDefault', '=', true)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (before) await change.update('resources', { id: before.id }, { isDefault: false });
};

export default serve(resources, {
  ...scopeHandlers,

  list: async (ctx, { query }) => {
    const rows = await ctx.page(ctx.db.selectFrom('resources').selectAll().orderBy('createdAt', 'desc').orderBy('id'));
    if (!isOn(query.includeScopes)) return rows;
    const scopes = await scopesOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...row, scopes: scopes.get(row.id) ?? [] }));
  },

  create: async (ctx, { body }) => {
    refuseReserved(ctx, body.indicator);
    const { name, indicator, accessTokenTtl = 3600 } = body;
    const row = await ctx.change.insert('resources', { id: random.id(), name, indicator, accessTokenTtl });
    return { ...row, scopes: [] };
  },

  get: (ctx, { params: { id } }) => findResource(ctx, id),

  update: async (ctx, { params: { id }, body }) => {
    await findOwnResource(ctx, id);
    const row = await ctx.change.update('resources', { id }, body);
    if (!row) throw notFound(id);
    return row;
  },

  setDefault: async (ctx, { params: { id }, body: { isDefault } }) => {
    await findOwnResource(ctx, id);
    if (isDefault) await takeDefault(ctx, id);
    const row = await ctx.change.update('resources', { id }, { isDefault });
    if (!row) throw notFound(id);
    return row;
  },

  remove: async (ctx, { params: { id } }) => {
    const resource = await findResource(ctx, id);
    if (isBuiltIn(ctx, resource)) throw new RequestError('resource.cannot_delete_management_api');
    if (!(await ctx.change.remove('resources', { id }))) throw notFound(id);
  },
});
