// Verification by enterprise SSO.
import type { SsoIdentity } from '@tessera/connectors/sso/sso-provider';
import type { JsonObject } from '@tessera/contract/fields';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { requireSameConfig } from '../connectors/config-digest.ts';
import { whenAsked } from '../connectors/social-connector.ts';
import { sealedFor } from '../secrets/token-sets.ts';
import { connectTo, findSsoConnector } from '../sso-connectors/find.ts';
import { identifySsoUser } from '../sso-connectors/identify.ts';
import { askingRecord, questionOf, takeSession, withQuestion } from './connector-sessions.ts';
import type { ExperienceState } from './interaction.ts';
import { askSaml, verifySaml } from './saml-verification.ts';
import { type SsoRecord, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Asked = { state: string; redirectUri: string; scope?: string | undefined };
type ConnectorVersion = { connectorData: JsonObject; verificationId: string };

export const requireSso = async ({ services, tenantId }: Pick<Ctx, 'services' | 'tenantId'>) => {
  const { singleSignOnEnabled } = await services.signInExperiences.of(tenantId);
  if (!singleSignOnEnabled) throw new RequestError('user.sign_in_method_not_enabled');
};

export const askSso = async (ctx: Ctx, state: ExperienceState, connectorId: string, body: Asked) => {
  await requireSso(ctx);
  const question = questionOf(body);
  const found = await findSsoConnector(ctx, connectorId);
  const { connection, issuer, isSharedIssuer } = await connectTo(ctx, found);
  const { tools } = ctx.services.messages;
  const asking =
    found.provider.type === 'saml'
      ? askSaml(ctx, found, connection, question)
      : found.provider.authorize(question, connection, tools);
  const authorization = await whenAsked(ctx, asking);
  const about = { connectorId, configDigest: found.configDigest, issuer, isSharedIssuer };
  const record: SsoRecord = { id: random.id(), type: 'EnterpriseSso', verified: false, ...about };
  await ctx.interaction.save(withQuestion(state, record, question, authorization));
  return { authorizationUri: authorization.uri, verificationId: record.id };
};

export const verifySso = async (ctx: Ctx, state: ExperienceState, connectorId: string, body: ConnectorVersion) => {
  await requireSso(ctx);
  const found = await findSsoConnector(ctx, connectorId);
  const asked = askingRecord(state, 'EnterpriseSso', body.verificationId, connectorId);
  requireSameConfig(found, asked);
  const { session, rest } = await takeSession(ctx, state, asked.id, body.connectorData, true);
  const answer = { data: body.connectorData, redirectUri: session.redirectUri, session: session.session };
  const { connection, issuer, isSharedIssuer } = await connectTo(ctx, found);
  const { tools } = ctx.services.messages;
  const identifying: Promise<SsoIdentity> =
    found.provider.type === 'saml'
      ? verifySaml(ctx, found, issuer, answer)
      : found.provider.identify(answer, connection, tools);
  const { user, tokens } = await identifySsoUser(ctx, found, connectorId, identifying);
  const kept = sealedFor(ctx, found.row.enableTokenStorage, tokens);
  await ctx.interaction.save(withRecord(rest, { ...asked, issuer, isSharedIssuer, verified: true, user, ...kept }));
  return { verificationId: asked.id };
};
