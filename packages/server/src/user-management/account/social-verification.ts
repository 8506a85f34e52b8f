// Verification by a social provider, to link an identity or to verify the user by a linked one. The expected response
// is stored with the record and used up by the first attempt.
import type { JsonObject } from '@tessera/contract/fields';
import {
  authorized,
  identified,
  requireSocialConnector,
  requireUnchangedConnector,
} from '../../authentication/connectors/social-connector.ts';
import { questionOf } from '../../authentication/experience/connector-sessions.ts';
import type { ContextFor } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { sameSecret } from '../../random.ts';
import { createRecord, markVerified, recordNotFound, requireRecord, type SocialQuestion } from './records.ts';

type Ctx = ContextFor<'account'>;
type Asked = { connectorId: string; state: string; redirectUri: string; scope?: string | undefined };

export const askSocial = async (ctx: Ctx, body: Asked) => {
  const request = questionOf(body);
  const connector = await requireSocialConnector(ctx, body.connectorId);
  const { id: connectorId, configDigest, target } = connector;
  const { uri, session = {} } = await authorized(ctx, connector, request);
  const question = { state: request.state, redirectUri: request.redirectUri, session };
  const about = { connectorId, configDigest, target };
  const record = await createRecord(ctx, { type: 'Social', verified: false, ...about, question });
  return { ...record, authorizationUri: uri };
};

export const verifySocial = async (ctx: Ctx, id: string, data: JsonObject) => {
  const connector = await requireUnchangedConnector(ctx, await requireRecord(ctx, id, ['Social']));
  const { factory } = connector;
  if (data.credential !== undefined && factory.oneTap) {
    throw new RequestError('verification_record.not_supported_for_google_one_tap');
  }
  const owner = { id, userId: ctx.userId, type: 'Social' } as const;
  const question = await consume.partOfRecord<SocialQuestion>(ctx.db, owner, 'question');
  if (!question) throw recordNotFound();
  const { state, redirectUri, session } = question;
  const isAnswer =
    data.state === undefined
      ? factory.platform === 'Native'
      : typeof data.state === 'string' && sameSecret(data.state, state);
  if (!isAnswer) throw new RequestError('session.verification_failed');
  await markVerified(ctx, id, await identified(ctx, connector, { data, redirectUri, session }));
  return { verificationRecordId: id };
};
