// Permissions of a role.

import type { Scope } from '@tessera/contract/resources';
import type { Role } from '@tessera/contract/role';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { isBuiltIn } from '../resources/find-resource.ts';
import { findRole, lockRole } from './find-role.ts';

type ById = { params: { id: string } };
type Query = Parameters<typeof searchCondition>[0];

/** A Management API scope makes its holder an administrator, so such scopes are for machine-to-machine roles only. */
const requireScopes = async (ctx: Context, { type }: Pick<Role, 'type'>, ids: readonly string[]) => {
  const tx = await ctx.change.transaction();
  const rows = await tx
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select(['scopes.id', 'resources.indicator'])
    .where('scopes.id', 'in', ids)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound(unknown);
  if (type === 'User' && rows.some((row) => isBuiltIn(ctx, row))) {
    throw new RequestError('role.management_api_scopes_not_assignable_to_user_role');
  }
};

/** The role is new or locked. */
export const addScopes = async (ctx: Context, role: Pick<Role, 'id' | 'type'>, wanted: readonly string[]) => {
  const scopeIds = [...new Set(wanted)];
  if (scopeIds.length === 0) return;
  await requireScopes(ctx, role, scopeIds);
  await ctx.quota('scopesPerRoleLimit', { within: role.id, adding: scopeIds.length });
  await ctx.change.insertAll(
    'rolesScopes',
    scopeIds.map((scopeId) => ({ roleId: role.id, scopeId })),
    ['roleId', 'scopeId'],
  );
};

const scopesOf = async ({ change }: Context, roleId: string): Promise<Scope[]> => {
  const tx = await change.transaction();
  return tx
    .selectFrom('rolesScopes')
    .innerJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
    .selectAll('scopes')
    .where('rolesScopes.roleId', '=', roleId)
    .orderBy('scopes.createdAt', 'desc')
    .orderBy('scopes.id')
    .execute();
};

const plainSearch = ['search', 'page', 'page_size'];

/** Searches also match the API's name, unless a field is given. */
const found = (query: Query) => {
  const condition = searchCondition(query, ['id', 'name', 'description']);
  if (!condition || !Object.keys(query).every((name) => plainSearch.includes(name))) return condition;
  const pattern = String(query.search);
  return sql<SqlBool>`(${condition} or resource_id in (select id from resources where name ilike ${pattern}))`;
};

export const roleScopeHandlers = {
  listScopes: async (ctx: Context, { params: { id }, query }: ById & { query: Query }) => {
    await findRole(ctx, id);
    const condition = found(query);
    const rows = await ctx.page(
      ctx.db
        .selectFrom('scopes')
        .selectAll()
        .where('id', 'in', (from) => from.selectFrom('rolesScopes').select('scopeId').where('roleId', '=', id))
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
    if (rows.length === 0) return [];
    const resourceIds = [...new Set(rows.map(({ resourceId }) => resourceId))];
    const resources = await ctx.db.selectFrom('resources').selectAll().where('id', 'in', resourceIds).execute();
    const byId = new Map(resources.map((resource) => [resource.id, resource]));
    // A resource deleted a moment ago took its scopes with it.
    return rows.flatMap((row) => {
      const resource = byId.get(row.resourceId);
      return resource ? [{ ...row, resource }] : [];
    });
  },

  addScopes: async (ctx: Context, { params: { id }, body }: ById & { body: { scopeIds: string[] } }) => {
    await addScopes(ctx, await lockRole(ctx, id), body.scopeIds);
    return scopesOf(ctx, id);
  },

  removeScope: async (ctx: Context, { params: { id, scopeId } }: { params: { id: string; scopeId: string } }) => {
    await lockRole(ctx, id);
    if (!(await ctx.change.remove('rolesScopes', { roleId: id, scopeId }))) throw notFound(scopeId);
  },
};
