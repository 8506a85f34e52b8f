// Verification by a social provider.
import type { JsonObject } from '@tessera/contract/fields';
import { cookiesOf } from '../../authorization/oidc/cookies.ts';
import type { ContextFor } from '../../context.ts';
import { readCookie } from '../../infrastructure/http/read-cookie.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random, sameSecret } from '../../random.ts';
import { requireSameConfig } from '../connectors/config-digest.ts';
import {
  authorized,
  findSocialConnector,
  identified,
  requireSocialConnector,
  type SocialConnectorInUse,
} from '../connectors/social-connector.ts';
import { askingRecord, questionOf, takeSession, withQuestion } from './connector-sessions.ts';
import type { ExperienceState } from './interaction.ts';
import { type SocialRecord, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Asked = { state: string; redirectUri: string; scope?: string | undefined };
type ConnectorVersion = { connectorData: JsonObject; verificationId?: string | undefined };

export const askSocial = async (ctx: Ctx, state: ExperienceState, id: string, body: Asked) => {
  const question = questionOf(body);
  const connector = await findSocialConnector(ctx, id);
  const { id: connectorId, target, configDigest } = connector;
  const authorization = await authorized(ctx, connector, question);
  const about = { connectorId, configDigest, target };
  const record: SocialRecord = { id: random.id(), type: 'Social', verified: false, ...about };
  await ctx.interaction.save(withQuestion(state, record, question, authorization));
  return { authorizationUri: authorization.uri, verificationId: record.id };
};

const isSame = (given: unknown, cookie: string | undefined) =>
  typeof given === 'string' && given !== '' && cookie !== undefined && sameSecret(given, cookie);

/** An unsolicited credential requires the CSRF token that was also set as a cookie in this browser. */
const checkCredential = (ctx: Ctx, { factory, config }: SocialConnectorInUse, data: JsonObject) => {
  if (!factory.oneTap?.(config)) throw new RequestError('session.verification_session_not_found');
  const { addresses, wire } = ctx.services;
  if (data.g_csrf_token !== undefined) {
    if (!isSame(data.g_csrf_token, readCookie(ctx.raw.request, 'g_csrf_token'))) {
      throw new RequestError('session.csrf_token_mismatch');
    }
    return;
  }
  const { own } = cookiesOf(addresses, ctx.tenantId, addresses.at(ctx.visit.destination));
  const cookie = readCookie(ctx.raw.request, own(wire.oneTapCookie));
  if (!isSame(data.credential, cookie)) throw new RequestError('session.google_one_tap.cookie_mismatch');
};

const verified = async (
  ctx: Ctx,
  connector: SocialConnectorInUse,
  answer: { data: JsonObject; redirectUri: string; session: Record<string, unknown> },
  how?: { isUnsolicited: boolean },
): Promise<SocialRecord> => {
  const { id: connectorId, target, configDigest } = connector;
  const known = await identified(ctx, connector, answer, how);
  return { id: random.id(), type: 'Social', verified: true, connectorId, configDigest, target, ...known };
};

export const verifySocial = async (ctx: Ctx, state: ExperienceState, connectorId: string, body: ConnectorVersion) => {
  const { connectorData: data, verificationId } = body;
  const connector = await requireSocialConnector(ctx, connectorId);
  if (verificationId === undefined) {
    checkCredential(ctx, connector, data);
    const answer = { data, redirectUri: '', session: {} };
    const record = await verified(ctx, connector, answer, { isUnsolicited: true });
    await ctx.interaction.save(withRecord(state, record));
    return { verificationId: record.id };
  }
  const asked = askingRecord(state, 'Social', verificationId, connectorId);
  requireSameConfig(connector, asked);
  const needsState = connector.factory.platform !== 'Native';
  const { session, rest } = await takeSession(ctx, state, asked.id, data, needsState);
  const record = await verified(ctx, connector, { data, redirectUri: session.redirectUri, session: session.session });
  await ctx.interaction.save(withRecord(rest, { ...record, id: asked.id }));
  return { verificationId: asked.id };
};
