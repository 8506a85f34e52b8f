// Stored third-party tokens: administrators can see that they exist, and delete them.
import { type SocialTokenSecret, type SsoTokenSecret, secrets, type TokenMetadata } from '@tessera/contract/secrets';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';

/** Metadata of a user's tokens, by their origin. */
export const tokenSecretsOf = async ({ db }: Context, userId: string) => {
  const rows = await db
    .selectFrom('secrets')
    .select(['tenantId', 'id', 'userId', 'type', 'metadata', 'identityId', 'createdAt', 'updatedAt'])
    .select(['target', 'connectorId', 'issuer', 'ssoConnectorId'])
    .where('userId', '=', userId)
    .execute();
  const social = new Map<string, SocialTokenSecret>();
  const sso = new Map<string, SsoTokenSecret>();
  for (const { target, connectorId, issuer, ssoConnectorId, metadata, ...row } of rows) {
    const secret = { ...row, metadata: metadata as TokenMetadata };
    if (target !== null && connectorId !== null) social.set(target, { ...secret, target, connectorId });
    if (issuer !== null && ssoConnectorId !== null) sso.set(ssoConnectorId, { ...secret, issuer, ssoConnectorId });
  }
  return { social, sso };
};

export default serve(secrets, {
  remove: async ({ change }, { params: { id } }) => {
    if (!(await change.remove('secrets', { id }))) throw notFound(id);
  },
});
