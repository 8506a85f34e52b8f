// The redirect URI of test sign-ins. It is registered for no application: the provider accepts it only in the browser that
// started a test, for the application of the test, with its state, and until the test is answered.
import { sql } from 'kysely';
import Provider, { type Client, type KoaContextWithOIDC } from 'oidc-provider';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { readCookie } from '../../infrastructure/http/read-cookie.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf } from './client-ids.ts';
import type { TenantCookies } from './cookies.ts';
import { type ApplicationTest, internalMark } from './internal-mark.ts';
import { overrideMethod } from './library-overrides.ts';

export const testCookie = '_application_test';
export const testCallbackOf = (base: string) => `${base}/api/application-tests/callback`;

/** Of one browser; more are hardly open at a time. */
const mostOpen = 10;

const openTests = (
  { databases }: Pick<Services, 'databases'>,
  tenantId: string,
  browser: string,
): Promise<ApplicationTest[]> =>
  databases
    .of(tenantId)
    .selectFrom('applicationTests')
    .select(['applicationId', 'state'])
    .where('browser', '=', digestOf(browser))
    .where('answeredAt', 'is', null)
    .where('expiresAt', '>', sql<number>`now()`)
    .orderBy('startedAt', 'desc')
    .limit(mostOpen)
    .$narrowType<{ state: string }>()
    .execute();

/** Tests are no requests of the application, so nothing about them is counted. */
export const isTestRequest = ({ req, oidc }: KoaContextWithOIDC, base: string): boolean =>
  internalMark(req) !== undefined || oidc.params?.redirect_uri === testCallbackOf(base);

type Allowed = (this: Client, uri: string) => boolean;

export const allowTestRedirects = (
  services: Pick<Services, 'databases'>,
  { tenantId, base }: { tenantId: string; base: string },
  provider: Provider,
  cookies: Pick<TenantCookies, 'own'>,
) => {
  const callback = testCallbackOf(base);
  provider.use(async (ctx, next) => {
    const internal = internalMark(ctx.req)?.test;
    const browser = /^\/auth(?:\/|$)/.test(ctx.path) ? readCookie(ctx.req, cookies.own(testCookie)) : undefined;
    if (internal) ctx.state.applicationTests = [internal];
    else if (browser) ctx.state.applicationTests = await openTests(services, tenantId, browser);
    await next();
  });

  const isOfTest = (applicationId: string): boolean => {
    const { ctx } = Provider as unknown as { ctx: KoaContextWithOIDC | undefined };
    const tests = (ctx?.state.applicationTests ?? []) as ApplicationTest[];
    const state = ctx?.oidc.params?.state;
    return (
      typeof state === 'string' &&
      tests.some((test) => test.applicationId === applicationId && test.state === digestOf(state))
    );
  };
  overrideMethod<Allowed>(
    provider,
    'Client#redirectUriAllowed',
    (isAllowed) =>
      function (uri) {
        return isAllowed.call(this, uri) || (uri === callback && isOfTest(applicationIdOf(this)));
      },
  );
};
