// The caller's stored third-party tokens.
import type { AccessToken } from '@tessera/contract/secrets';
import { requireUnchangedConnector } from '../../authentication/connectors/social-connector.ts';
import { accessTokenOf } from '../../authentication/secrets/access-token.ts';
import { keepTokens } from '../../authentication/secrets/token-sets.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isLinked, requireScopes, requireVisible } from './permissions.ts';
import { requireRecord, useRecord } from './records.ts';

type Ctx = ContextFor<'account'>;

/** Reading a token needs the same permissions as reading its identity. */
const requireReading = (ctx: Ctx): void => {
  requireVisible(ctx, 'social');
  requireScopes(ctx, 'identities');
};

/** Replaces the stored tokens after the user has signed in with the same identity again, perhaps with a wider scope. */
const replaceToken = async (ctx: Ctx, target: string, recordId: string): Promise<AccessToken> => {
  const record = await requireRecord(ctx, recordId, ['Social']);
  const { connectorId, configDigest, user, tokens } = record;
  if (record.target !== target) throw new RequestError('verification_record.social_verification.invalid_target');
  if (!user || !tokens) throw new RequestError('verification_record.social_verification.token_response_not_found');
  if (!(await isLinked(ctx, target, user.id))) throw new RequestError('user.identity_not_exists_in_current_user');
  await requireUnchangedConnector(ctx, record);
  await useRecord(ctx, recordId);
  const owner = { userId: ctx.userId, identityId: user.id, target, connectorId };
  await keepTokens(ctx, owner, { tokens, configDigest });
  return accessTokenOf({ ...ctx, db: await ctx.change.transaction() }, { userId: ctx.userId, target });
};

export const thirdPartyTokenHandlers = {
  socialToken: (ctx: Ctx, { params: { target } }: { params: { target: string } }) => {
    requireReading(ctx);
    return accessTokenOf(ctx, { userId: ctx.userId, target });
  },
  replaceSocialToken: (
    ctx: Ctx,
    { params: { target }, body }: { params: { target: string }; body: { verificationRecordId: string } },
  ) => {
    requireReading(ctx);
    return replaceToken(ctx, target, body.verificationRecordId);
  },
  ssoToken: (ctx: Ctx, { params: { connectorId } }: { params: { connectorId: string } }) => {
    requireReading(ctx);
    return accessTokenOf(ctx, { userId: ctx.userId, ssoConnectorId: connectorId });
  },
};
