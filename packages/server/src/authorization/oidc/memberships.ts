// The organizations of a user, and what keeps one from counting: the one rule for tokens of an organization, and for
// permissions of its roles in any other token or call.
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

/** A condition on the joined rows of the organization and its member. */
export const lacksRequiredMfa = `organizations.is_mfa_required and users.mfa_verifications = '[]'`;

/** `thirdPartyId`: a third-party application that acts for the user, who opens organizations to it one by one. */
export const memberships = (db: Database, userId: string, thirdPartyId?: string) =>
  db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .innerJoin('users', 'users.id', 'organizationUsers.userId')
    .where('organizationUsers.userId', '=', userId)
    .select('organizationUsers.organizationId')
    .select(({ and, case: choose, exists, not, selectFrom, val }) => {
      const isOpen = exists(
        selectFrom('applicationUserConsentOrganizations as opened')
          .select('opened.organizationId')
          .where('opened.applicationId', '=', thirdPartyId ?? '')
          .where('opened.userId', '=', userId)
          .whereRef('opened.organizationId', '=', 'organizationUsers.organizationId'),
      );
      return choose()
        .when(and([val(thirdPartyId !== undefined), not(isOpen)]))
        .then(sql.lit('organization_not_consented' as const))
        .when(sql<boolean>`${sql.raw(lacksRequiredMfa)}`)
        .then(sql.lit('organization_requires_mfa' as const))
        .end()
        .as('refusal');
    });

/** A subquery of the organizations whose roles count, or of one if it does. */
export const countingOrganizations = (
  db: Database,
  userId: string,
  { organizationId, thirdPartyId }: { organizationId?: string | undefined; thirdPartyId?: string | undefined } = {},
) =>
  db
    .selectFrom(memberships(db, userId, thirdPartyId).as('membership'))
    .select('membership.organizationId')
    .where('membership.refusal', 'is', null)
    .$if(organizationId !== undefined, (rest) => rest.where('membership.organizationId', '=', organizationId ?? ''));

export type CountingOrganizations = ReturnType<typeof countingOrganizations>;
