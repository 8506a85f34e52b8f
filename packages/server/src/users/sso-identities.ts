// Who users are at companies with a sign-in of their own, as the contract shows it.
import type { JsonObject } from '@tessera/contract/fields';
import type { Database } from '../database/tenant-database.ts';

const columns = [
  ...(['tenantId', 'id', 'userId', 'issuer', 'identityId', 'detail'] as const),
  ...(['ssoConnectorId', 'createdAt', 'updatedAt'] as const),
] as const;

/** All of a user, or the one at a company. */
export const ssoIdentitiesOf = async (db: Database, userId: string, ssoConnectorId?: string) => {
  const rows = await db
    .selectFrom('userSsoIdentities')
    .select(columns)
    .where('userId', '=', userId)
    .$if(ssoConnectorId !== undefined, (rest) => rest.where('ssoConnectorId', '=', ssoConnectorId ?? ''))
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({ ...row, detail: row.detail as JsonObject }));
};
