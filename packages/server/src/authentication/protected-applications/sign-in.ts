// Sign-ins at the gateway, which is an OpenID Connect client of the tenant: it redeems the code in the same process,
// through the gates of every other code.
import { createHash } from 'node:crypto';
import { errors } from 'oidc-provider';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { gatewayCookie, setGatewayCookie } from './cookies.ts';
import { type Exchange, record, redirect } from './exchange.ts';
import { callbackOf } from './metadata.ts';
import { createSession, endSession } from './sessions.ts';

const lifetime = 3600;
const longestReturnPath = 4096;

/**
 * Nonce and code verifier follow from the state and the cookie of the browser, of which only hashes are stored: a code
 * that was asked for by another browser, or in another sign-in, is refused.
 */
const secretsOf = (browser: string, state: string) => {
  const verifier = digestOf(`verifier ${browser} ${state}`);
  return {
    nonce: digestOf(`nonce ${browser} ${state}`),
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
};

const baseOf = ({ site }: Exchange) => site.base.origin;
const cookieOf = ({ site, services: { wire } }: Exchange) => ({ site, wire, name: 'gatewaySignInCookie' as const });

export const startSignIn = async (
  exchange: Exchange,
  { returnPath, firstScreen }: { returnPath: string; firstScreen?: 'register' },
) => {
  const { services, request, response, site, db, visit } = exchange;
  const { tenantId, applicationId, host } = site;
  // A row is stored for everyone who asks.
  await services.authorizationLimit.spend(tenantId, visit.ip);
  // Shared by the tabs of a browser, which would otherwise collect a cookie for each attempt.
  const browser = gatewayCookie(request, site, services.wire, 'gatewaySignInCookie') ?? random.tokenId();
  const state = random.secret();
  await db
    .insertInto('protectedAppSignIns')
    .values({
      ...{ id: digestOf(state), browser: digestOf(browser), applicationId, host },
      returnPath: returnPath.length > longestReturnPath ? '/' : returnPath,
      expiresAt: new Date(services.clock.now() + lifetime * 1000),
    })
    .execute();
  setGatewayCookie(response, cookieOf(exchange), browser, lifetime);
  const { nonce, challenge } = secretsOf(browser, state);
  const query = new URLSearchParams({
    ...{ client_id: applicationId, redirect_uri: callbackOf(baseOf(exchange)), response_type: 'code' },
    ...{ scope: 'openid profile email phone', state, nonce, code_challenge: challenge, code_challenge_method: 'S256' },
    ...(firstScreen && { first_screen: firstScreen }),
  });
  redirect(response, `${services.addresses.issuer(tenantId)}/auth?${query}`);
};

type Redeemed = { userId: string; grantId: string; sessionUid: string | undefined };

/** The code of this sign-in, used up. */
const redeem = async (exchange: Exchange, value: string, expected: ReturnType<typeof secretsOf>): Promise<Redeemed> => {
  const { services, site } = exchange;
  const provider = await services.providers.of(site.tenantId);
  const code = await provider.AuthorizationCode.find(value);
  const isExpected =
    code?.isValid === true &&
    code.clientId === site.applicationId &&
    code.redirectUri === callbackOf(baseOf(exchange)) &&
    code.codeChallenge === expected.challenge &&
    code.nonce === expected.nonce;
  const { accountId: userId, grantId, sessionUid } = code ?? {};
  if (!isExpected || !userId || !grantId || !(await provider.Grant.find(grantId))) {
    throw new RequestError('oidc.invalid_grant');
  }
  try {
    await code.consume();
  } catch (error) {
    throw error instanceof errors.InvalidGrant ? new RequestError('oidc.invalid_grant') : error;
  }
  return { userId, grantId, sessionUid };
};

/** A parameter that is there twice counts as missing. */
const only = (query: URLSearchParams, name: string) => {
  const values = query.getAll(name);
  return values.length === 1 ? values[0] : undefined;
};

/** The sign-in that this browser has started; used up. */
const takeSignIn = async ({ request, services, site, db }: Exchange, state: string | undefined) => {
  const browser = gatewayCookie(request, site, services.wire, 'gatewaySignInCookie');
  if (!browser || !state) throw new RequestError('gateway.sign_in_expired');
  const { applicationId, host } = site;
  const id = digestOf(state);
  const row = await consume.protectedAppSignIn(db, { id, browser: digestOf(browser), applicationId, host });
  if (!row) throw new RequestError('gateway.sign_in_expired');
  return { returnPath: row.returnPath, secrets: secretsOf(browser, state) };
};

const finish = async (exchange: Exchange, code: string, secrets: ReturnType<typeof secretsOf>) => {
  const { request, response, services, site, db } = exchange;
  const { userId, grantId, sessionUid } = await redeem(exchange, code, secrets);
  const cookie = await createSession(db, site, { userId, grantId });
  const before = gatewayCookie(request, site, services.wire, 'gatewayCookie');
  if (before) await endSession(db, site, before);
  setGatewayCookie(response, { ...cookieOf(exchange), name: 'gatewayCookie' }, cookie, site.sessionDuration);
  record(exchange, 'ProtectedApplication.SignIn', { result: 'Success', userId, sessionId: sessionUid });
  services.audit.tokenIssued(site.tenantId, userId);
};

export const receiveCallback = async (exchange: Exchange) => {
  const { response, services, site, search } = exchange;
  const query = new URLSearchParams(search);
  const { returnPath, secrets } = await takeSignIn(exchange, only(query, 'state'));
  try {
    const [code, error] = [only(query, 'code'), only(query, 'error')];
    if (error !== undefined) throw new RequestError('oidc.access_denied', { reason: error.slice(0, 256) });
    if (code === undefined || only(query, 'iss') !== services.addresses.issuer(site.tenantId)) {
      throw new RequestError('oidc.invalid_request');
    }
    await finish(exchange, code, secrets);
  } catch (error) {
    const { code = 'server.internal', extras } = error as Partial<RequestError>;
    const described = { code, ...(extras?.reason && { message: extras.reason }) };
    record(exchange, 'ProtectedApplication.SignIn', { result: 'Error', error: described });
    throw error;
  }
  // With the origin in front, a path such as //evil.example leads nowhere else.
  redirect(response, `${baseOf(exchange)}${returnPath}`);
};
