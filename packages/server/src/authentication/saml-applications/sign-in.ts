// Sign-ins to SAML applications: the request of the service provider or the start URL leads to the sign-in page, and
// its callback answers the service provider.
import { readCertificates } from '@tessera/connectors/saml/certificates';
import { type Failure, writeFailure, writeResponse } from '@tessera/connectors/saml/write-response';
import { type AuthorizationCode, errors } from 'oidc-provider';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { type SamlContext, sendForm } from '../saml-pages.ts';
import { scopesOf, subjectOf } from './assertion.ts';
import { AnsweredRefusal, type Exchange } from './exchange.ts';
import { answeredAt, findPublicly, type ReadyApplication, requireReady, signerOf } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';
import { isAnswered } from './name-id-policy.ts';
import { readSignIn, receivedIn } from './requests.ts';
import { type SamlSession, startSession, takeSession } from './sessions.ts';

const newId = () => `_${random.secret()}`;
const baseOf = ({ services, visit }: SamlContext) => services.addresses.at(visit.destination);

/** An application that can answer. */
const readyApplication = async (ctx: SamlContext, id: string): Promise<ReadyApplication> => {
  const application = requireReady(await findPublicly(ctx, id));
  await signerOf(ctx, id);
  return application;
};

const answer = (
  { ctx, reply }: Exchange,
  { acsUrl }: ReadyApplication,
  { relayState }: Pick<SamlSession, 'relayState'>,
  response: string,
) => {
  const SAMLResponse = Buffer.from(response).toString('base64');
  const fields = { SAMLResponse, ...(relayState && { RelayState: relayState }) };
  return sendForm(reply, ctx, 'returning', { url: acsUrl.url, fields });
};

const answerFailure = async (
  exchange: Exchange,
  application: ReadyApplication,
  session: Pick<SamlSession, 'relayState' | 'requestId'>,
  failure: Failure,
) => {
  const { ctx } = exchange;
  const { id, acsUrl } = application;
  const envelope = {
    ...{ id: newId(), issuer: identityProviderOf(baseOf(ctx), id).entityId, destination: acsUrl.url },
    ...{ requestId: session.requestId, now: ctx.services.clock.now() },
  };
  return answer(exchange, application, session, writeFailure(envelope, failure, await signerOf(ctx, id)));
};

const askUser = async (
  { ctx, reply }: Exchange,
  application: ReadyApplication,
  session: SamlSession,
  parameters: Record<string, string>,
) => {
  const { id } = application;
  const base = baseOf(ctx);
  // A row is stored for everyone who asks.
  await ctx.services.authorizationLimit.spend(ctx.tenantId, ctx.visit.ip);
  const state = await startSession(ctx, reply, id, session);
  const { requestId } = session;
  ctx.audit('SamlApplication.AuthnRequest', { result: 'Success', applicationId: id, params: { requestId } });
  const query = new URLSearchParams({
    ...{ client_id: id, redirect_uri: identityProviderOf(base, id).callbackUrl, response_type: 'code', state },
    ...{ scope: scopesOf(ctx, application).join(' '), ...parameters },
  });
  return reply.header('Cache-Control', 'no-store').redirect(`${base}/oidc/auth?${query}`, 303);
};

export const receiveSignIn = async (exchange: Exchange, id: string) => {
  const { ctx, request } = exchange;
  const application = await readyApplication(ctx, id);
  const { message, relayState } = receivedIn(request);
  const asked = readSignIn(ctx, application, message);
  const { id: requestId, assertionConsumerServiceUrl: acsUrl, forceAuthn, isPassive, nameIdFormat } = asked;
  if (!isAnswered(nameIdFormat, application)) {
    throw new AnsweredRefusal('application.saml.unsupported_name_id_format', `received ${nameIdFormat}`, () =>
      answerFailure(exchange, answeredAt(application, acsUrl), { requestId, relayState }, 'InvalidNameIDPolicy'),
    );
  }
  // The browser could leave out the prompt, so the callback compares the time as well.
  const authenticatedAfter = forceAuthn ? ctx.services.clock.now() : undefined;
  const prompt = isPassive ? 'none' : forceAuthn ? 'login' : undefined;
  return askUser(
    exchange,
    application,
    { requestId, relayState, acsUrl, authenticatedAfter },
    prompt ? { prompt } : {},
  );
};

/** `connector`: an enterprise SSO connector whose identity provider started the sign-in. */
export const startSignIn = async (exchange: Exchange, id: string) => {
  const { ctx, request } = exchange;
  const application = await readyApplication(ctx, id);
  const { connector } = request.query as Record<string, unknown>;
  if (connector !== undefined) {
    const found = ctx.db.selectFrom('ssoConnectors').select('id').where('id', '=', String(connector));
    if (!(await found.executeTakeFirst())) throw notFound(String(connector));
  }
  // Not from the URL, which anyone could have written.
  const relayState = application.defaultRelayState ?? undefined;
  const session = { requestId: undefined, relayState, acsUrl: undefined, authenticatedAfter: undefined };
  return askUser(
    exchange,
    application,
    session,
    connector ? { prompt: 'login', direct_sign_in: `sso:${connector}` } : {},
  );
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

const refuse = (exchange: Exchange, application: ReadyApplication, session: SamlSession, error: string) => {
  exchange.ctx.audit('SamlApplication.Callback', {
    ...{ result: 'Error', applicationId: application.id, error: { code: error } },
  });
  const isUnasked = /^(login|interaction|consent|account_selection)_required$/.test(error);
  return answerFailure(exchange, application, session, isUnasked ? 'NoPassive' : 'RequestDenied');
};

const encryptionOf = ({ encryption }: ReadyApplication) => {
  if (!encryption?.encryptAssertion || !encryption.certificate) return undefined;
  const [certificate] = readCertificates(encryption.certificate);
  const isSignedAfter = encryption.encryptThenSign ?? false;
  return certificate && { publicKey: certificate.publicKey, newBytes: random.bytes, isSignedAfter };
};

/** Times of sign-ins are whole seconds. */
const isTooOld = (authTime: number | undefined, { authenticatedAfter }: SamlSession) =>
  authenticatedAfter !== undefined && !((authTime ?? 0) >= Math.floor(authenticatedAfter / 1000));

const assertUser = async (exchange: Exchange, application: ReadyApplication, session: SamlSession, value: string) => {
  const { ctx } = exchange;
  const { id, entityId, acsUrl } = application;
  const signer = await signerOf(ctx, id);
  const { accountId: userId = '', authTime, sessionUid = '' } = await redeem(ctx, id, value);
  if (isTooOld(authTime, session)) return refuse(exchange, application, session, 'login_required');
  const now = ctx.services.clock.now();
  const subject = await subjectOf(ctx, application, userId);
  if (!subject) throw new RequestError('oidc.access_denied');
  const statement = {
    ...{ ...subject, id: newId(), requestId: session.requestId, sessionIndex: sessionUid, now },
    ...{ issuer: identityProviderOf(baseOf(ctx), id).entityId, audience: entityId, recipient: acsUrl.url },
    signedInAt: authTime ? authTime * 1000 : now,
  };
  const response = writeResponse(statement, { responseId: newId(), signer, encryption: encryptionOf(application) });
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
  const ready = requireReady(await findPublicly(ctx, id));
  const session = await takeSession(ctx, exchange, id, state);
  // It may have been removed since.
  const application = answeredAt(ready, session.acsUrl);
  if (typeof error === 'string') return refuse(exchange, application, session, error);
  if (typeof code !== 'string') throw new RequestError('oidc.invalid_request');
  return assertUser(exchange, application, session, code);
};
