// Sign-out at the gateway: ends the session here, and then the one of the sign-in page.
import type { IncomingMessage } from 'node:http';
import { SignJWT } from 'jose';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { gatewayCookie, setGatewayCookie } from './cookies.ts';
import { type Exchange, record, redirect } from './exchange.ts';
import { endSession, findSession } from './sessions.ts';

const hintLifetime = 60;

/** Proves to the sign-in page that the application of this user asks, so that it signs out without a question. */
const hintFor = async ({ services, site }: Exchange, userId: string): Promise<string> => {
  const { algorithm, signingKey, signingKeyId } = await services.keys.of(site.tenantId);
  return new SignJWT({})
    .setProtectedHeader({ alg: algorithm, kid: signingKeyId, typ: 'JWT' })
    .setIssuer(services.addresses.issuer(site.tenantId))
    .setAudience(site.applicationId)
    .setSubject(userId)
    .setIssuedAt(services.clock.seconds())
    .setExpirationTime(services.clock.seconds() + hintLifetime)
    .sign(signingKey);
};

/** Ends the session; the hint for the sign-in page, if there was one. */
const endHere = async (exchange: Exchange): Promise<string | undefined> => {
  const { request, response, services, site, db } = exchange;
  const cookie = gatewayCookie(request, site, services.wire, 'gatewayCookie');
  const session = cookie && (await findSession(services.databases, site, cookie));
  if (!session) return undefined;
  await endSession(db, site, cookie);
  setGatewayCookie(response, { site, wire: services.wire, name: 'gatewayCookie' }, '', 0);
  record(exchange, 'ProtectedApplication.SignOut', { result: 'Success', userId: session.userId });
  return hintFor(exchange, session.userId);
};

/** Whether the user opens the page: neither an image that leads here nor a browser that loads pages in advance. */
const isOpened = ({ headers }: IncomingMessage): boolean => {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-purpose': purpose = '' } = headers;
  return mode === 'navigate' && !String(purpose).includes('prefetch');
};

export const signOut = async (exchange: Exchange) => {
  const { request, response, services, site } = exchange;
  if (!isOpened(request)) throw new RequestError('gateway.invalid_request');
  const { 'sec-fetch-site': from = 'none' } = request.headers;
  // After a link on another site, the sign-in page asks, and the session here ends with the one there.
  const hint = from === 'same-origin' || from === 'none' ? await endHere(exchange) : undefined;
  const query = new URLSearchParams({
    ...{ client_id: site.applicationId, post_logout_redirect_uri: site.base.origin },
    ...(hint && { id_token_hint: hint }),
  });
  redirect(response, `${services.addresses.issuer(site.tenantId)}/session/end?${query}`);
};
