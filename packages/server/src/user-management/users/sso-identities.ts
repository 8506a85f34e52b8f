// A user's enterprise SSO identities, in the contract's format.
import type { JsonObject } from '@tessera/contract/fields';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

const columns = [
  ...(['tenantId', 'id', 'userId', 'issuer', 'identityId', 'detail'] as const),
  ...(['ssoConnectorId', 'createdAt', 'updatedAt'] as const),
] as const;

/** All of a user's, or the one of a connector. */
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
