// What the requester of lasting work may still do, such as a bulk action, an import or a setup link: it ends with their
// access.
import type { Context } from '../../context.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import { organizationOf } from '../../platform/tenants/create-tenant.ts';
import type { Services } from '../../services.ts';
import { heldOrganizationScopes } from '../oidc/held-scopes.ts';
import { isActive } from '../oidc/may-issue.ts';
import { countingOrganizations } from '../oidc/memberships.ts';
import { machineAccess, userAccess } from '../resources/management-access.ts';

type Requested = { tenantId: string; actorType: string; actorId: string | null; actorScopes: unknown };

/** The columns that name the requester. */
export const requesterOf = ({ actor, caller }: Pick<Context, 'actor' | 'caller'>) => ({
  actorType: actor.type,
  actorId: actor.id,
  actorScopes: [...caller.scopes],
});

/** Administrators belong to the admin tenant; the Management API also accepts tokens of the tenant itself. */
const placesOf = (tenantId: string) => [...new Set([adminTenant, tenantId])];

/** The permissions of the request that the requester still has. */
export const remainingScopes = async (
  { databases, wire }: Pick<Services, 'databases' | 'wire'>,
  { tenantId, actorType, actorId, actorScopes }: Requested,
): Promise<ReadonlySet<string>> => {
  const given = new Set(actorScopes as string[]);
  if (actorType === 'system' || actorId === null) return given;
  const isUser = actorType === 'user';
  if (given.has('all')) {
    const resource = wire.managementResource(tenantId);
    const isHeldIn = async (place: string) =>
      isUser
        ? (await userAccess(databases, place, actorId, resource)) === true
        : machineAccess(databases.of(place), resource, actorId);
    const held = await Promise.all(placesOf(tenantId).map(isHeldIn));
    return held.includes(true) ? given : new Set();
  }
  if (!isUser || !(await isActive(databases, adminTenant, actorId))) return new Set();
  const db = databases.of(adminTenant);
  const organizationId = organizationOf(tenantId);
  const held = await heldOrganizationScopes(db, actorId, countingOrganizations(db, actorId, { organizationId }));
  return new Set(held.filter((scope) => given.has(scope)));
};
