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
const format = /^[0-9A-Za-z]{32}$/;

/** Undefined request ID: the sign-in started here. */
export type SamlSession = { requestId: string | undefined; relayState: string | undefined };

const cookieOf = ({ services: { addresses }, tenantId, visit }: SamlContext) => {
  const { own, options } = cookiesOf(addresses, tenantId, addresses.at(visit.destination));
  return { name: own('_sp_saml_sso_session_id'), options };
};

/** Kept for other tabs, which may be signing in to other applications. */
const browserOf = (ctx: SamlContext, request: FastifyRequest) => {
  const { name } = cookieOf(ctx);
  const known = readCookie(request.raw, name);
  return known !== undefined && format.test(known) ? known : undefined;
};

/** The state for the authorization request. */
export const startSession = async (
  ctx: SamlContext,
  request: FastifyRequest,
  reply: FastifyReply,
  applicationId: string,
  { requestId, relayState }: SamlSession,
): Promise<string> => {
  const browser = browserOf(ctx, request) ?? random.secret();
  const state = random.secret();
  await ctx.db
    .insertInto('samlApplicationSessions')
    .values({
      ...{ id: digestOf(state), browser: digestOf(browser), applicationId },
      ...{ samlRequestId: requestId ?? null, relayState: relayState ?? null },
      expiresAt: new Date(ctx.services.clock.now() + lifetimeMs),
    })
    .execute();
  const { name, options } = cookieOf(ctx);
  const attributes = [
    ...[`${name}=${browser}`, `Path=${options.path}`, `Max-Age=${lifetimeMs / 1000}`],
    ...['HttpOnly', 'SameSite=Lax', ...(options.secure ? ['Secure'] : [])],
  ];
  reply.header('set-cookie', attributes.join('; '));
  return state;
};

export const takeSession = async (
  ctx: SamlContext,
  request: FastifyRequest,
  applicationId: string,
  state: string,
): Promise<SamlSession> => {
  const browser = browserOf(ctx, request);
  if (!browser) throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found_in_cookies');
  const row = await consume.samlApplicationSession(ctx.db, digestOf(state), applicationId, digestOf(browser));
  if (!row) throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found');
  return { requestId: row.samlRequestId ?? undefined, relayState: row.relayState ?? undefined };
};
