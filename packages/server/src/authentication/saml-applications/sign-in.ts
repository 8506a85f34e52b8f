// Sign-ins to SAML applications: the request of the service provider or the start URL leads to the sign-in page, and
// its callback answers the service provider.
import { writeFailure, writeResponse } from '@tessera/connectors/saml/write-response';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizationCode } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { SamlContext } from '../saml-pages.ts';
import { sendForm } from '../saml-pages.ts';
import { scopesOf, subjectOf } from './assertion.ts';
import { findPublicly, type ReadyApplication, requireReady, signerOf } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';
import { readSignIn, receivedIn } from './requests.ts';
import { type SamlSession, startSession, takeSession } from './sessions.ts';

const newId = () => `_${random.secret()}`;

const baseOf = ({ services, visit }: SamlContext) => services.addresses.at(visit.destination);

type Exchange = { ctx: SamlContext; request: FastifyRequest; reply: FastifyReply };

const askUser = async (
  { ctx, request, reply }: Exchange,
  application: ReadyApplication,
  { prompt, ...session }: SamlSession & { prompt?: 'login' | 'none' },
) => {
  const { id } = application;
  const base = baseOf(ctx);
  // A row is stored for everyone who asks.
  await ctx.services.authorizationLimit.spend(ctx.tenantId, ctx.visit.ip);
  const state = await startSession(ctx, request, reply, id, session);
  const query = new URLSearchParams({
    ...{ client_id: id, redirect_uri: identityProviderOf(base, id).callbackUrl, response_type: 'code', state },
    ...{ scope: scopesOf(ctx, application).join(' '), ...(prompt && { prompt }) },
  });
  return reply.header('Cache-Control', 'no-store').redirect(`${base}/oidc/auth?${query}`, 303);
};

export const receiveSignIn = async (exchange: Exchange, id: string) => {
  const { ctx, request } = exchange;
  const application = requireReady(await findPublicly(ctx, id));
  await signerOf(ctx, id);
  const { message, relayState } = receivedIn(request);
  const { id: requestId, forceAuthn, isPassive } = await readSignIn(ctx, application, message);
  ctx.audit('SamlApplication.AuthnRequest', { result: 'Success', applicationId: id, params: { requestId } });
  const prompt = isPassive ? 'none' : forceAuthn ? 'login' : undefined;
  return askUser(exchange, application, { requestId, relayState, ...(prompt && { prompt }) });
};

export const startSignIn = async (exchange: Exchange, id: string) => {
  const application = requireReady(await findPublicly(exchange.ctx, id));
  await signerOf(exchange.ctx, id);
  // Not from the URL, which anyone could have written.
  const relayState = application.defaultRelayState ?? undefined;
  return askUser(exchange, application, { requestId: undefined, relayState });
};

/** The code of this callback, used up. */
const redeem = async (ctx: SamlContext, id: string, value: string): Promise<AuthorizationCode> => {
  const { provider } = await ctx.services.providers.mounted(ctx.visit.destination);
  const code = await provider.AuthorizationCode.find(value);
  const { callbackUrl } = identityProviderOf(baseOf(ctx), id);
  const isOurs = code?.clientId === id && code.redirectUri === callbackUrl && code.isValid;
  if (!code || !isOurs || !(await provider.Grant.find(code.grantId ?? ''))) {
    throw new RequestError('oidc.invalid_grant');
  }
  try {
    await code.consume();
  } catch (error) {
    throw error instanceof errors.InvalidGrant ? new RequestError('oidc.invalid_grant') : error;
  }
  return code;
};

const answer = (
  { ctx, reply }: Exchange,
  { acsUrl }: ReadyApplication,
  { relayState }: SamlSession,
  response: string,
) => {
  const fields = {
    SAMLResponse: Buffer.from(response).toString('base64'),
    ...(relayState && { RelayState: relayState }),
  };
  return sendForm(reply, ctx, acsUrl.url, fields);
};

const refuse = async (exchange: Exchange, application: ReadyApplication, session: SamlSession, error: string) => {
  const { ctx } = exchange;
  const { id: applicationId, acsUrl } = application;
  ctx.audit('SamlApplication.Callback', { result: 'Error', applicationId, error: { code: error } });
  const envelope = {
    ...{ id: newId(), issuer: identityProviderOf(baseOf(ctx), applicationId).entityId, destination: acsUrl.url },
    ...{ requestId: session.requestId, now: ctx.services.clock.now() },
  };
  const failure = /^(login|interaction|consent|account_selection)_required$/.test(error)
    ? 'NoPassive'
    : 'RequestDenied';
  return answer(exchange, application, session, writeFailure(envelope, failure, await signerOf(ctx, applicationId)));
};

const assertUser = async (exchange: Exchange, application: ReadyApplication, session: SamlSession, value: string) => {
  const { ctx } = exchange;
  const { id, entityId, acsUrl, encryption } = application;
  const signer = await signerOf(ctx, id);
  const { accountId: userId = '', authTime, sessionUid = '' } = await redeem(ctx, id, value);
  const now = ctx.services.clock.now();
  const subject = await subjectOf(ctx, application, userId);
  if (!subject) throw new RequestError('oidc.access_denied');
  const statement = {
    ...{ ...subject, id: newId(), requestId: session.requestId, sessionIndex: sessionUid, now },
    ...{ issuer: identityProviderOf(baseOf(ctx), id).entityId, audience: entityId, recipient: acsUrl.url },
    signedInAt: authTime ? authTime * 1000 : now,
  };
  const sealed =
    encryption?.encryptAssertion && encryption.certificate
      ? { certificate: encryption.certificate, isSignedAfter: encryption.encryptThenSign ?? false }
      : undefined;
  const response = writeResponse(statement, { responseId: newId(), signer, encryption: sealed });
  ctx.audit('SamlApplication.Callback', {
    ...{ result: 'Success', applicationId: id, userId, sessionId: sessionUid },
    params: { requestId: session.requestId, nameIdFormat: subject.nameIdFormat },
  });
  ctx.services.audit.tokenIssued(ctx.tenantId, userId);
  return answer(exchange, application, session, response);
};

export const receiveCallback = async (exchange: Exchange, id: string) => {
  const { ctx, request } = exchange;
  const { code, state, error } = request.query as Record<string, unknown>;
  if (typeof state !== 'string') throw new RequestError('application.saml.state_mismatch');
  const application = requireReady(await findPublicly(ctx, id));
  const session = await takeSession(ctx, request, id, state);
  if (typeof error === 'string') return refuse(exchange, application, session, error);
  if (typeof code !== 'string') throw new RequestError('oidc.invalid_request');
  try {
    return await assertUser(exchange, application, session, code);
  } catch (cause) {
    if (cause instanceof RequestError) {
      ctx.audit('SamlApplication.Callback', { result: 'Error', applicationId: id, error: { code: cause.code } });
    }
    throw cause;
  }
};
