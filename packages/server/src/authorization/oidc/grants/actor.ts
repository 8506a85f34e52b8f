// The actor of a token exchange: the user of an opaque access token, which must be as valid as for reading their
// account.
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Database } from '../../../infrastructure/database/tenant-database.ts';
import { mayIssue } from '../may-issue.ts';
import { accessTokenType } from './exchange-types.ts';

export const findActor = async (
  db: Database,
  provider: Provider,
  { actor_token: value, actor_token_type: type }: Record<string, unknown>,
): Promise<string | undefined> => {
  if (value === undefined && type === undefined) return undefined;
  if (typeof value !== 'string' || type !== accessTokenType) {
    throw new errors.InvalidGrant('unsupported actor token type');
  }
  const token = await provider.AccessToken.find(value);
  // A token that is bound to a key proves nothing without it.
  if (!token || token.jkt || token.aud !== undefined || !token.scopes.has('openid')) {
    throw new errors.InvalidGrant('actor token not found, expired or without openid');
  }
  const grant = await provider.Grant.find(token.grantId ?? '');
  const isGranted = grant?.accountId === token.accountId && grant.clientId === token.clientId;
  if (!isGranted || !(await mayIssue(db, token.accountId)).allowed) {
    throw new errors.InvalidGrant('actor token is no longer valid');
  }
  return token.accountId;
};
