// Proving that one is somebody at a social provider: to link that identity, or to show who one is by one that is linked.
// What the person has to come back with is kept with the record, and used up by the first answer.
import type { JsonObject } from '@tessera/contract/fields';
import { findSocialConnector, identified, whenAsked } from '../connectors/social-connector.ts';
import { consume } from '../database/consume.ts';
import { questionOf } from '../experience/connector-sessions.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { sameSecret } from '../random.ts';
import { createRecord, markVerified, recordNotFound, requireRecord, type SocialQuestion } from './records.ts';

type Ctx = ContextFor<'account'>;
type Asked = { connectorId: string; state: string; redirectUri: string; scope?: string | undefined };

export const askSocial = async (ctx: Ctx, body: Asked) => {
  const request = questionOf(body);
  const { id, target, factory, config } = await findSocialConnector(ctx, body.connectorId);
  const authorization = await whenAsked(ctx, factory.authorize(request, config, ctx.services.messages.tools));
  const { uri, session = {} } = authorization;
  const question = { state: request.state, redirectUri: request.redirectUri, session };
  const record = await createRecord(ctx, { type: 'Social', verified: false, connectorId: id, target, question });
  return { ...record, authorizationUri: uri };
};

export const verifySocial = async (ctx: Ctx, id: string, data: JsonObject) => {
  const { connectorId } = await requireRecord(ctx, id, ['Social']);
  const connector = await findSocialConnector(ctx, connectorId);
  const { factory, config } = connector;
  if (data.credential !== undefined && factory.oneTap?.(config)) {
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
