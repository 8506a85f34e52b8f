// Sign-out at the gateway: ends the session here, and then the one of the sign-in page. Users are asked first unless the
// browser says that the site itself, or the user, has opened the page.
import type { IncomingMessage } from 'node:http';
import { gatewayPaths } from '@tessera/contract/gateway-paths';
import { SignJWT } from 'jose';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { plainPage } from '../../infrastructure/http/plain-page.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { sameSecret } from '../../random.ts';
import { gatewayCookie, setGatewayCookie } from './cookies.ts';
import { type Exchange, record, redirect } from './exchange.ts';
import { endSession } from './sessions.ts';

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

type SignedIn = { cookie: string; userId: string };

const signedIn = async ({ request, services, site }: Exchange): Promise<SignedIn | undefined> => {
  const cookie = gatewayCookie(request, site, services.wire, 'gatewayCookie');
  const session = cookie && (await services.gatewaySessions(site, cookie));
  return session ? { cookie, userId: session.userId } : undefined;
};

/** Ends the session; the hint for the sign-in page. */
const endHere = async (exchange: Exchange, { cookie, userId }: SignedIn): Promise<string> => {
  const { response, services, site, db } = exchange;
  await endSession(db, site, cookie);
  setGatewayCookie(response, { site, wire: services.wire, name: 'gatewayCookie' }, '', 0);
  record(exchange, 'ProtectedApplication.SignOut', { result: 'Success', userId });
  return hintFor(exchange, userId);
};

/** Shows that the question was on a page of ours in this browser. Not the digest that is stored. */
const proofOf = (cookie: string): string => digestOf(`sign-out ${cookie}`);

/** Other sites can link here. Browsers before 2023, and all on plain http, don't say whether one did. */
const isMeant = ({ request: { headers }, search }: Exchange, { cookie }: SignedIn): boolean => {
  const { 'sec-fetch-site': from } = headers;
  if (from === 'same-origin' || from === 'none') return true;
  return sameSecret(new URLSearchParams(search).get('proof') ?? '', proofOf(cookie));
};

const askUser = ({ response, visit }: Exchange, { cookie }: SignedIn) => {
  const { html, headers } = plainPage(visit, {
    ...{ title: 'sign_out_question', text: 'sign_out_text' },
    choices: (say) => `<form action="${gatewayPaths.signOut}">
<input type="hidden" name="proof" value="${proofOf(cookie)}"><button type="submit">${say('sign_out')}</button></form>
<a href="/">${say('stay_signed_in')}</a>`,
  });
  const ofPage = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(200, { ...headers, ...ofPage }).end(html);
};

/** Whether the user opens the page: neither an image that leads here nor a browser that loads pages in advance. */
const isOpened = ({ headers }: IncomingMessage): boolean => {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-purpose': purpose = '' } = headers;
  return mode === 'navigate' && !String(purpose).includes('prefetch');
};

export const signOut = async (exchange: Exchange) => {
  const { request, response, services, site } = exchange;
  if (!isOpened(request)) throw new RequestError('gateway.invalid_request');
  const session = await signedIn(exchange);
  if (session && !isMeant(exchange, session)) return askUser(exchange, session);
  // Without a session here, the sign-in page asks.
  const hint = session && (await endHere(exchange, session));
  const query = new URLSearchParams({
    ...{ client_id: site.applicationId, post_logout_redirect_uri: site.base.origin },
    ...(hint && { id_token_hint: hint }),
  });
  redirect(response, `${services.addresses.issuer(site.tenantId)}/session/end?${query}`);
};
