// Setup links and SCIM tokens that were revoked: a later use is refused with the reason.
import type { Context } from '../../context.ts';
import type { Statement } from '../../infrastructure/database/tenant-database.ts';

/** Part of the change that deletes the token. */
export const noteRevoked = async (
  { change }: Pick<Context, 'change'>,
  table: 'scimTokens' | 'ssoSetupLinks',
  { id, ssoConnectorId }: { id: string; ssoConnectorId: string },
): Promise<void> => {
  const tx = await change.transaction();
  await tx
    .insertInto('revokedSsoTokens')
    .columns(['value', 'ssoConnectorId', 'tokenId'])
    .expression(
      tx
        .selectFrom(table)
        .select(['value', 'ssoConnectorId', 'id as tokenId'])
        .where('id', '=', id)
        .where('ssoConnectorId', '=', ssoConnectorId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export type RevokedToken = { id: string; connectorId: string };

export const findRevoked: Statement = {
  name: 'revoked-sso-token',
  text: `select token_id as id, sso_connector_id as "connectorId" from revoked_sso_tokens where value = $1`,
};
