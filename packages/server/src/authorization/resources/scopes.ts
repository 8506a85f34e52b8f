// Scopes of an API resource.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { random } from '../../random.ts';
import { countRows } from './count-rows.ts';
import { findOwnResource, findResource } from './find-resource.ts';
import { checkScopeName } from './scope-name.ts';

type OfResource = { params: { resourceId: string } };
type ById = { params: { resourceId: string; scopeId: string } };
type Query = Parameters<typeof searchCondition>[0];

export const scopeHandlers = {
  listScopes: async (ctx: Context, { params: { resourceId }, query }: OfResource & { query: Query }) => {
    await findResource(ctx, resourceId);
    const condition = searchCondition(query, ['id', 'name', 'description']);
    return ctx.page(
      ctx.db
        .selectFrom('scopes')
        .selectAll()
        .where('resourceId', '=', resourceId)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
  },

  createScope: async (
    ctx: Context,
    { params: { resourceId }, body }: OfResource & { body: { name: string; description?: string | null | undefined } },
  ) => {
    await findOwnResource(ctx, resourceId);
    checkScopeName(body.name);
    await ctx.quota('scopesPerResourceLimit', { within: resourceId });
    const { name, description = null } = body;
    return ctx.change.insert('scopes', { id: random.id(), resourceId, name, description });
  },

  updateScope: async (
    ctx: Context,
    { params, body }: ById & { body: { name?: string | undefined; description?: string | null | undefined } },
  ) => {
    const { resourceId, scopeId } = params;
    await findOwnResource(ctx, resourceId);
    const row = await ctx.change.update('scopes', { resourceId, id: scopeId }, (before) => {
      checkScopeName(body.name, before.name);
      return body;
    });
    if (!row) throw notFound(scopeId);
    return row;
  },

  scopeUsage: async (ctx: Context, { params: { resourceId, scopeId } }: ById) => {
    const scope = ctx.db.selectFrom('scopes').select('id').where('id', '=', scopeId);
    if (!(await scope.where('resourceId', '=', resourceId).executeTakeFirst())) throw notFound(scopeId);
    const ofScope = sql`where scope_id = ${scopeId}`;
    const [roles, organizationRoles, applications] = await Promise.all([
      countRows(ctx.db, sql`select 1 from roles_scopes ${ofScope}`),
      countRows(ctx.db, sql`select 1 from organization_role_resource_scopes ${ofScope}`),
      countRows(ctx.db, sql`select 1 from application_user_consent_resource_scopes ${ofScope}`),
    ]);
    return { roles, organizationRoles, applications };
  },

  removeScope: async (ctx: Context, { params: { resourceId, scopeId } }: ById) => {
    await findOwnResource(ctx, resourceId);
    if (!(await ctx.change.remove('scopes', { resourceId, id: scopeId }))) throw notFound(scopeId);
  },
};
