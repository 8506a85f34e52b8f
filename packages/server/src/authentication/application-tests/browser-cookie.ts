// The cookie of a browser that runs tests. It binds a test to the browser that started it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiesOf } from '../../authorization/oidc/cookies.ts';
import { testCookie } from '../../authorization/oidc/test-redirects.ts';
import { readCookie } from '../../infrastructure/http/read-cookie.ts';
import { random } from '../../random.ts';
import type { BrowserContext } from '../browser-pages.ts';

const seconds = 3600;
/** As the random source makes them. */
const isOurs = (value: string | undefined) => value !== undefined && /^[0-9A-Za-z]{32}$/.test(value);

const cookieOf = ({ services: { addresses }, tenantId }: BrowserContext) => {
  const { own, options } = cookiesOf(addresses, tenantId, addresses.tenant(tenantId));
  return { name: own(testCookie), options };
};

export const browserOf = (ctx: BrowserContext, { raw }: FastifyRequest): string | undefined => {
  const value = readCookie(raw, cookieOf(ctx).name);
  return isOurs(value) ? value : undefined;
};

/** Kept for other tabs that run a test. */
export const rememberBrowser = (ctx: BrowserContext, request: FastifyRequest, reply: FastifyReply): string => {
  const { name, options } = cookieOf(ctx);
  const value = browserOf(ctx, request) ?? random.secret();
  const attributes = [
    ...[`${name}=${value}`, `Path=${options.path}`, `Max-Age=${seconds}`],
    ...['HttpOnly', 'SameSite=Lax', ...(options.secure ? ['Secure'] : [])],
  ];
  reply.header('set-cookie', attributes.join('; '));
  return value;
};
