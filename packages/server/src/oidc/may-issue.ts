// The issue gate: asked before any session, token or assertion is given out for a user. Suspension, and membership,
// MFA and consent where an organization is concerned, are decided here and nowhere else.
import type { Database } from '../database/tenant-database.ts';

export type Refusal =
  | 'user_not_found'
  | 'user_suspended'
  | 'not_a_member'
  | 'organization_not_consented'
  | 'organization_requires_mfa';
export type Decision = { allowed: true } | { allowed: false; refusal: Refusal };

const refuse = (refusal: Refusal): Decision => ({ allowed: false, refusal });
const allow: Decision = { allowed: true };

type InOrganization = { id: string; applicationId: string; isThirdParty: boolean };

const mayIssueInOrganization = async (
  db: Database,
  userId: string,
  { id, applicationId, isThirdParty }: InOrganization,
  hasFactors: boolean,
): Promise<Decision> => {
  const organization = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select('organizations.isMfaRequired')
    .where('organizationUsers.organizationId', '=', id)
    .where('organizationUsers.userId', '=', userId)
    .executeTakeFirst();
  if (!organization) return refuse('not_a_member');
  if (isThirdParty) {
    const consented = await db
      .selectFrom('applicationUserConsentOrganizations')
      .select('organizationId')
      .where('applicationId', '=', applicationId)
      .where('userId', '=', userId)
      .where('organizationId', '=', id)
      .executeTakeFirst();
    if (!consented) return refuse('organization_not_consented');
  }
  return organization.isMfaRequired && !hasFactors ? refuse('organization_requires_mfa') : allow;
};

export const mayIssue = async (db: Database, userId: string, organization?: InOrganization): Promise<Decision> => {
  const user = await db
    .selectFrom('users')
    .select(['isSuspended', 'mfaVerifications'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return refuse('user_not_found');
  if (user.isSuspended) return refuse('user_suspended');
  if (!organization) return allow;
  return mayIssueInOrganization(db, userId, organization, user.mfaVerifications.length > 0);
};
