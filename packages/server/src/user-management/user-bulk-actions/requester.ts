// What the requester of a bulk action may still do: it ends with their access.
import type { Selectable } from 'kysely';
import { heldOrganizationScopes } from '../../authorization/oidc/held-scopes.ts';
import { isActive } from '../../authorization/oidc/may-issue.ts';
import type { UserBulkActionsTable } from '../../infrastructure/database/tables.gen.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import { organizationOf } from '../../platform/tenants/create-tenant.ts';
import type { Services } from '../../services.ts';

type Requested = Pick<Selectable<UserBulkActionsTable>, 'tenantId' | 'actorType' | 'actorId' | 'actorScopes'>;

/** The permissions of the request that the requester still has. */
export const remainingScopes = async (
  { databases }: Pick<Services, 'databases'>,
  { tenantId, actorType, actorId, actorScopes }: Requested,
): Promise<ReadonlySet<string>> => {
  const given = new Set(actorScopes as string[]);
  if (actorType !== 'user' || actorId === null) return given;
  // Administrators are users of the admin tenant; the Management API also accepts tokens of the tenant itself.
  const places = await Promise.all([adminTenant, tenantId].map((place) => isActive(databases, place, actorId)));
  if (!places.includes(true)) return new Set();
  if (given.has('all')) return given;
  const held = await heldOrganizationScopes(databases.of(adminTenant), actorId, organizationOf(tenantId));
  return new Set(held.filter((scope) => given.has(scope)));
};
