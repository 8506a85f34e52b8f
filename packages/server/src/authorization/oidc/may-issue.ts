// The issue gate: called before any session, token or assertion is issued for a user. Suspension is decided only here;
// for organizations, membership, consent and MFA by the rule in memberships.ts.
import type { Selectable } from 'kysely';
import type { Tables } from '../../infrastructure/database/tables.gen.ts';
import type { Database, Databases } from '../../infrastructure/database/tenant-database.ts';
import { memberships } from './memberships.ts';

export type Refusal =
  | 'user_not_found'
  | 'user_suspended'
  | 'not_a_member'
  | 'organization_not_consented'
  | 'organization_requires_mfa';
/** The user's current row, for callers that need more of it. */
type Allowed = { allowed: true; user: Selectable<Tables['users']> };
type Refused = { allowed: false; refusal: Refusal };
export type Decision = Allowed | Refused;

const refuse = (refusal: Refusal): Refused => ({ allowed: false, refusal });

type InOrganization = { id: string; applicationId: string; isThirdParty: boolean };

const refusedInOrganization = async (
  db: Database,
  userId: string,
  { id, applicationId, isThirdParty }: InOrganization,
): Promise<Refusal | null> => {
  const membership = await memberships(db, userId, isThirdParty ? applicationId : undefined)
    .where('organizationUsers.organizationId', '=', id)
    .executeTakeFirst();
  return membership ? membership.refusal : 'not_a_member';
};

export const mayIssue = async (db: Database, userId: string, organization?: InOrganization): Promise<Decision> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) return refuse('user_not_found');
  if (user.isSuspended) return refuse('user_suspended');
  const refusal = organization && (await refusedInOrganization(db, userId, organization));
  return refusal ? refuse(refusal) : { allowed: true, user };
};

const activeUser = { name: 'active-user', text: 'select from users where id = $1 and not is_suspended' };

/** Whether the user exists and is active, for tokens issued before. */
export const isActive = async (databases: Databases, tenantId: string, userId: string): Promise<boolean> =>
  (await databases.run(tenantId, activeUser, [userId])).length > 0;
