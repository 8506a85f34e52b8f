// The permissions of the organization template.
import { organizationScopes } from '@tessera/contract/organization-template';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { countRows } from '../resources/count-rows.ts';
import { checkScopeName } from '../resources/scope-name.ts';

const findScope = async ({ db }: Context, id: string) => {
  const row = await db.selectFrom('organizationScopes').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

export default serve(organizationScopes, {
  list: ({ db, page }, { query }) => {
    const condition = containing(query.q, ['name']);
    return page(
      db
        .selectFrom('organizationScopes')
        .selectAll()
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
  },

  create: ({ change }, { body: { name, description = null } }) => {
    checkScopeName(name);
    return change.insert('organizationScopes', { id: random.id(), name, description });
  },

  get: (ctx, { params }) => findScope(ctx, params.organizationScopeId),

  usage: async (ctx, { params: { organizationScopeId: id } }) => {
    await findScope(ctx, id);
    const roles = sql`select 1 from organization_role_scopes where organization_scope_id = ${id}`;
    return { roles: await countRows(ctx.db, roles) };
  },

  update: async ({ change }, { params: { organizationScopeId: id }, body }) => {
    const row = await change.update('organizationScopes', { id }, (before) => {
      checkScopeName(body.name, before.name);
      return body;
    });
    if (!row) throw notFound(id);
    return row;
  },

  remove: async ({ change }, { params: { organizationScopeId: id } }) => {
    if (!(await change.remove('organizationScopes', { id }))) throw notFound(id);
  },
});
