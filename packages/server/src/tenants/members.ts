// Members of a tenant: the members of its organization in the admin tenant.
import { tenantMembers } from '@tessera/contract/tenants';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { organizationOf } from './create-tenant.ts';

export default serve(tenantMembers, {
  /** What a member may do in the tenant now, whatever their token still says. */
  scopes: async ({ db, userId, scopes }, { params }) => {
    if (params.userId !== userId && !scopes.has('read:member')) throw new RequestError('auth.permission_missing');
    return db
      .selectFrom('organizationRoleUsers as held')
      .innerJoin('organizationRoleScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
      .innerJoin('organizationScopes as scope', 'scope.id', 'given.organizationScopeId')
      .select(['scope.tenantId', 'scope.id', 'scope.name', 'scope.description'])
      .distinct()
      .where('held.organizationId', '=', organizationOf(params.tenantId))
      .where('held.userId', '=', params.userId)
      .execute();
  },
});
