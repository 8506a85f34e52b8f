// The issue gate: called before any session, token or assertion is issued for a user. Suspension, and for organizations
// membership, MFA and consent, are decided only here.
import type { Selectable } from 'kysely';
import type { Tables } from '../../infrastructure/database/tables.gen.ts';
import type { Database, Databases } from '../../infrastructure/database/tenant-database.ts';

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
  user: Allowed['user'],
  { id, applicationId, isThirdParty }: InOrganization,
): Promise<Refusal | undefined> => {
  const organization = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select('organizations.isMfaRequired')
    .where('organizationUsers.organizationId', '=', id)
    .where('organizationUsers.userId', '=', user.id)
    .executeTakeFirst();
  if (!organization) return 'not_a_member';
  if (isThirdParty) {
    const consented = await db
      .selectFrom('applicationUserConsentOrganizations')
      .select('organizationId')
      .where('applicationId', '=', applicationId)
      .where('userId', '=', user.id)
      .where('organizationId', '=', id)
      .executeTakeFirst();
    if (!consented) return 'organization_not_consented';
  }
  const lacksFactors = organization.isMfaRequired && user.mfaVerifications.length === 0;
  return lacksFactors ? 'organization_requires_mfa' : undefined;
};

export const mayIssue = async (db: Database, userId: string, organization?: InOrganization): Promise<Decision> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) return refuse('user_not_found');
  if (user.isSuspended) return refuse('user_suspended');
  const refusal = organization && (await refusedInOrganization(db, user, organization));
  return refusal ? refuse(refusal) : { allowed: true, user };
};

const activeUser = { name: 'active-user', text: 'select from users where id = $1 and not is_suspended' };

/** Whether the user exists and is active, for tokens issued before. */
export const isActive = async (databases: Databases, tenantId: string, userId: string): Promise<boolean> =>
  (await databases.run(tenantId, activeUser, [userId])).length > 0;
