// Proving who one is by the sign-in of one's company.
import type { JsonObject } from '@tessera/contract/fields';
import { whenAsked } from '../connectors/social-connector.ts';
import type { ContextFor } from '../http/context.ts';
import { random } from '../random.ts';
import { sealedFor } from '../secrets/token-sets.ts';
import { findSsoConnector } from '../sso-connectors/find.ts';
import { askingRecord, questionOf, takeSession, withQuestion } from './connector-sessions.ts';
import type { ExperienceState } from './interaction.ts';
import { type SsoRecord, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Asked = { state: string; redirectUri: string; scope?: string | undefined };
type Answered = { connectorData: JsonObject; verificationId: string };

export const askSso = async (ctx: Ctx, state: ExperienceState, connectorId: string, body: Asked) => {
  const question = questionOf(body);
  const { row, provider, issuer } = await findSsoConnector(ctx, connectorId);
  const { tools } = ctx.services.messages;
  const authorization = await whenAsked(ctx, provider.authorize(question, row.config, tools));
  const record: SsoRecord = { id: random.id(), type: 'EnterpriseSso', verified: false, connectorId, issuer };
  await ctx.interaction.save(withQuestion(state, record, question, authorization));
  return { authorizationUri: authorization.uri, verificationId: record.id };
};

export const verifySso = async (ctx: Ctx, state: ExperienceState, connectorId: string, body: Answered) => {
  const { row, provider, issuer } = await findSsoConnector(ctx, connectorId);
  const asked = askingRecord(state, 'EnterpriseSso', body.verificationId, connectorId);
  const { session, rest } = await takeSession(ctx, state, asked.id, body.connectorData, true);
  const answer = { data: body.connectorData, redirectUri: session.redirectUri, session: session.session };
  const { clock, messages } = ctx.services;
  const tools = { ...messages.tools, now: () => clock.now() };
  const { user, tokens } = await whenAsked(ctx, provider.identify(answer, row.config, tools));
  const kept = sealedFor(ctx, row.enableTokenStorage, tokens);
  await ctx.interaction.save(withRecord(rest, { ...asked, issuer, verified: true, user, ...kept }));
  return { verificationId: asked.id };
};
