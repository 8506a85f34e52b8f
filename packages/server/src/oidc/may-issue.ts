// The issue gate: asked before any session, token or assertion is given out for a user. Suspension, and membership,
// MFA and consent where an organization is concerned, are decided here and nowhere else.
import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.gen.ts';
import type { Database } from '../database/tenant-database.ts';

export type Refusal =
  | 'user_not_found'
  | 'user_suspended'
  | 'not_a_member'
  | 'organization_not_consented'
  | 'organization_requires_mfa';
/** The person as they are at this moment, for those who have to know more of them: one question is enough. */
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
