// The permissions of the organization template.
import { organizationScopes } from '@tessera/contract/organization-template';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { containing } from '../search/containing.ts';

const findScope = async ({ db }: Context, id: string) => {
  const row = await db.selectFrom('organizationScopes').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};
/** Clients ask for scopes in a list separated by spaces. */
const checkName = (name: string | undefined) => {
  if (name !== undefined && /\s/.test(name)) throw new RequestError('scope.name_with_space');
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
    checkName(name);
    return change.insert('organizationScopes', { id: random.id(), name, description });
  },

  get: (ctx, { params }) => findScope(ctx, params.organizationScopeId),

  update: async ({ change }, { params: { organizationScopeId: id }, body }) => {
    checkName(body.name);
    const row = await change.update('organizationScopes', { id }, body);
    if (!row) throw notFound(id);
    return row;
  },

  remove: async ({ change }, { params: { organizationScopeId: id } }) => {
    if (!(await change.remove('organizationScopes', { id }))) throw notFound(id);
  },
});
