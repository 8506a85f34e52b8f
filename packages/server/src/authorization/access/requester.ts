// What the requester of lasting work may still do, such as a bulk action, an import or a setup link: it ends with their
// access.
import type { Context } from '../../context.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import { organizationOf } from '../../platform/tenants/create-tenant.ts';
import type { Services } from '../../services.ts';
import { heldOrganizationScopes } from '../oidc/held-scopes.ts';
import { isActive } from '../oidc/may-issue.ts';

type Requested = { tenantId: string; actorType: string; actorId: string | null; actorScopes: unknown };

/** The columns that name the requester. */
export const requesterOf = ({ actor, caller }: Pick<Context, 'actor' | 'caller'>) => ({
  actorType: actor.type,
  actorId: actor.id,
  actorScopes: [...caller.scopes],
});

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
