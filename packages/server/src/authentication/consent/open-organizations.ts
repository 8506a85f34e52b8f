// Organizations that are open to an application. They close with the user's last grant: an expired one counts as gone,
// even if housekeeping has not deleted it yet.
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

type Consent = { applicationId: string; clientId: string; userId: string };

const isExpired = sql<boolean>`expires_at <= now()`;
const grantsOf = ({ clientId, userId }: Consent) =>
  sql<boolean>`model_name = 'Grant' and account_id = ${userId} and payload ->> 'clientId' = ${clientId}`;

export const openOrganizationIds = async (db: Database, consent: Consent): Promise<Set<string>> => {
  const grants = await db
    .selectFrom('oidcModelInstances')
    .select(isExpired.as('isExpired'))
    .where(grantsOf(consent))
    .execute();
  if (grants.length > 0 && grants.every((grant) => grant.isExpired)) return new Set();
  const rows = await db
    .selectFrom('applicationUserConsentOrganizations')
    .select('organizationId')
    .where('applicationId', '=', consent.applicationId)
    .where('userId', '=', consent.userId)
    .execute();
  return new Set(rows.map(({ organizationId }) => organizationId));
};

/** Before a new grant is stored, which would keep their organizations open. */
export const deleteExpiredGrants = (tx: Database, consent: Consent) =>
  tx.deleteFrom('oidcModelInstances').where(grantsOf(consent)).where(isExpired).execute();
