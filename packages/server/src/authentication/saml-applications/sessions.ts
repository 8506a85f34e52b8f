// Sign-ins to SAML applications on their way through the sign-in page. Only the browser that started one ends it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiesOf } from '../../authorization/oidc/cookies.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { readCookie } from '../../infrastructure/http/read-cookie.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { SamlContext } from '../saml-pages.ts';

const lifetimeMs = 3_600_000;

export type SamlSession = {
  /** Undefined if the sign-in started here. */
  requestId: string | undefined;
  relayState: string | undefined;
  /** The assertion consumer service that the request named. */
  acsUrl: string | undefined;
  /** Set if the user had to sign in again. */
  authenticatedAfter: number | undefined;
};

/** One for each sign-in: a form posted from another site brings no cookies, so a shared one would be replaced. */
const cookieOf = ({ services: { addresses }, tenantId, visit }: SamlContext, state: string) => {
  const { own, options } = cookiesOf(addresses, tenantId, addresses.at(visit.destination));
  return { name: own(`_saml_sso_${digestOf(state).slice(0, 16)}`), options };
};

const setCookie = (ctx: SamlContext, reply: FastifyReply, state: string, value: string, seconds: number) => {
  const { name, options } = cookieOf(ctx, state);
  const attributes = [
    ...[`${name}=${value}`, `Path=${options.path}`, `Max-Age=${seconds}`],
    ...['HttpOnly', 'SameSite=Lax', ...(options.secure ? ['Secure'] : [])],
  ];
  reply.header('set-cookie', attributes.join('; '));
};

/** The state for the authorization request. */
export const startSession = async (
  ctx: SamlContext,
  reply: FastifyReply,
  applicationId: string,
  { requestId, relayState, acsUrl, authenticatedAfter }: SamlSession,
): Promise<string> => {
  const [browser, state] = [random.secret(), random.secret()];
  await ctx.db
    .insertInto('samlApplicationSessions')
    .values({
      ...{ id: digestOf(state), browser: digestOf(browser), applicationId },
      ...{ samlRequestId: requestId ?? null, relayState: relayState ?? null, acsUrl: acsUrl ?? null },
      authenticatedAfter: authenticatedAfter === undefined ? null : new Date(authenticatedAfter),
      expiresAt: new Date(ctx.services.clock.now() + lifetimeMs),
    })
    .execute();
  setCookie(ctx, reply, state, browser, lifetimeMs / 1000);
  return state;
};

export const takeSession = async (
  ctx: SamlContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  applicationId: string,
  state: string,
): Promise<SamlSession> => {
  const browser = readCookie(request.raw, cookieOf(ctx, state).name);
  if (!browser) throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found_in_cookies');
  const row = await consume.samlApplicationSession(ctx.db, digestOf(state), applicationId, digestOf(browser));
  if (!row) throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found');
  setCookie(ctx, reply, state, '', 0);
  const { samlRequestId, relayState, acsUrl, authenticatedAfter } = row;
  return {
    ...{ requestId: samlRequestId ?? undefined, relayState: relayState ?? undefined },
    ...{ acsUrl: acsUrl ?? undefined, authenticatedAfter: authenticatedAfter ?? undefined },
  };
};
