// The tokens that third parties issued for the person who calls.
import type { AccessToken } from '@tessera/contract/secrets';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { accessTokenOf } from '../secrets/access-token.ts';
import { keepTokens } from '../secrets/token-sets.ts';
import { isLinked } from './permissions.ts';
import { requireRecord, useRecord } from './records.ts';

type Ctx = ContextFor<'account'>;

/** In place of what is kept: the person has just come through the same identity once more, perhaps for a wider scope. */
const replaceToken = async (ctx: Ctx, target: string, recordId: string): Promise<AccessToken> => {
  const { connectorId, user, tokens, ...record } = await requireRecord(ctx, recordId, ['Social']);
  if (record.target !== target) throw new RequestError('verification_record.social_verification.invalid_target');
  if (!user || !tokens) throw new RequestError('verification_record.social_verification.token_response_not_found');
  if (!(await isLinked(ctx, target, user.id))) throw new RequestError('user.identity_not_exists_in_current_user');
  await useRecord(ctx, recordId);
  const owner = { userId: ctx.userId, identityId: user.id, target, connectorId };
  await keepTokens(ctx, owner, tokens);
  return accessTokenOf({ ...ctx, db: await ctx.change.transaction() }, { userId: ctx.userId, target });
};

export const thirdPartyTokenHandlers = {
  socialToken: (ctx: Ctx, { params: { target } }: { params: { target: string } }) =>
    accessTokenOf(ctx, { userId: ctx.userId, target }),
  replaceSocialToken: (
    ctx: Ctx,
    { params: { target }, body }: { params: { target: string }; body: { verificationRecordId: string } },
  ) => replaceToken(ctx, target, body.verificationRecordId),
  ssoToken: (ctx: Ctx, { params: { connectorId } }: { params: { connectorId: string } }) =>
    accessTokenOf(ctx, { userId: ctx.userId, ssoConnectorId: connectorId }),
};
