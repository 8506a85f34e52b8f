// Members of a tenant: members of its organization in the admin tenant.
import { tenantMembers } from '@tessera/contract/tenants';
import { countingOrganizations } from '../../authorization/oidc/memberships.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { organizationOf } from './create-tenant.ts';

export default serve(tenantMembers, {
  /** A member's current permissions, which may differ from their token. */
  scopes: async ({ db, userId, scopes }, { params }) => {
    if (params.userId !== userId && !scopes.has('read:member')) throw new RequestError('auth.permission_missing');
    const organizationId = organizationOf(params.tenantId);
    return db
      .selectFrom('organizationRoleUsers as held')
      .innerJoin('organizationRoleScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
      .innerJoin('organizationScopes as scope', 'scope.id', 'given.organizationScopeId')
      .select(['scope.tenantId', 'scope.id', 'scope.name', 'scope.description'])
      .distinct()
      .where('held.organizationId', 'in', countingOrganizations(db, params.userId, { organizationId }))
      .where('held.userId', '=', params.userId)
      .execute();
  },
});
