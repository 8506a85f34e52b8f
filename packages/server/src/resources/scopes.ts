// The scopes of an API resource.
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { random } from '../random.ts';
import { searchCondition } from '../search/search.ts';
import { findOwnResource, findResource } from './find-resource.ts';

type OfResource = { params: { resourceId: string } };
type ById = { params: { resourceId: string; scopeId: string } };
type Query = Parameters<typeof searchCondition>[0];

/** Scopes travel as one text, separated by spaces. */
const refuseSpaces = (name: string | undefined) => {
  if (name !== undefined && /\s/.test(name)) throw new RequestError('scope.name_with_space');
};

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
    refuseSpaces(body.name);
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
    refuseSpaces(body.name);
    const row = await ctx.change.update('scopes', { resourceId, id: scopeId }, body);
    if (!row) throw notFound(scopeId);
    return row;
  },

  removeScope: async (ctx: Context, { params: { resourceId, scopeId } }: ById) => {
    await findOwnResource(ctx, resourceId);
    if (!(await ctx.change.remove('scopes', { resourceId, id: scopeId }))) throw notFound(scopeId);
  },
};
