// Role handlers.
import { isInternal, type RoleType } from '@tessera/contract/role';
import { roles } from '@tessera/contract/roles';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { findRole, lockRole } from './find-role.ts';
import { holderHandlers } from './holders.ts';
import { pageOfRoles, withHolders } from './role-list.ts';
import { addScopes, roleScopeHandlers } from './scopes.ts';

const refuseInternal = (name: string | undefined) => {
  if (name !== undefined && isInternal(name)) throw new RequestError('role.internal_role_violation');
};
/** A default role is assigned to every new user, so it must be a user role. */
const refuseDefault = (type: RoleType, isDefault: boolean | undefined) => {
  if (isDefault && type !== 'User') throw new RequestError('user.invalid_role_type');
};

export default serve(roles, {
  ...roleScopeHandlers,
  ...holderHandlers,

  list: async (ctx, { query }) => withHolders(ctx, await pageOfRoles(ctx, query)),

  create: async (ctx, { body }) => {
    const { name, description, type = 'User', isDefault = false, scopeIds = [] } = body;
    refuseInternal(name);
    refuseDefault(type, isDefault);
    await ctx.quota(type === 'User' ? 'userRolesLimit' : 'machineToMachineRolesLimit');
    const role = await ctx.change.insert('roles', { id: random.id(), name, description, type, isDefault });
    await addScopes(ctx, role, scopeIds);
    return role;
  },

  get: (ctx, { params: { id } }) => findRole(ctx, id),

  update: async (ctx, { params: { id }, body }) => {
    const { type } = await lockRole(ctx, id);
    refuseInternal(body.name);
    refuseDefault(type, body.isDefault);
    const row = await ctx.change.update('roles', { id }, body);
    if (!row) throw notFound(id);
    return row;
  },

  remove: async (ctx, { params: { id } }) => {
    await lockRole(ctx, id);
    if (!(await ctx.change.remove('roles', { id }))) throw notFound(id);
  },
});
