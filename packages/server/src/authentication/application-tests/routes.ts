// The pages of a test in the browser: what it is about, and its end. The user agrees before anything happens, since the URL
// could have been sent to someone who is signed in and would notice nothing.
import type { ApplicationTestStep } from '@tessera/contract/application-test-steps';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { escapeHtml, plainPage } from '../../infrastructure/http/plain-page.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random, sameSecret } from '../../random.ts';
import type { Services } from '../../services.ts';
import { type BrowserContext, contextOf, sendPage, showFailure } from '../browser-pages.ts';
import { authorizationUrl } from './authorization-request.ts';
import { browserOf, rememberBrowser } from './browser-cookie.ts';
import { emptyOutcome, failureAt, type Outcome, type Question, StepFailure } from './outcome.ts';
import { recordTest } from './record-test.ts';
import { type Received, runSignIn } from './run-sign-in.ts';

const now = sql<number>`now()`;
const resultLifetime = sql<number>`now() + interval '5 minutes'`;

type Exchange = { ctx: BrowserContext; request: FastifyRequest; reply: FastifyReply };
type Show = (exchange: Exchange) => Promise<unknown>;

const tokenOf = ({ query }: FastifyRequest) => digestOf(String((query as { token?: unknown }).token ?? ''));
const unknownTest = () => new RequestError('application.test.not_found');

/** Shows that the form was on a page of ours in this browser, which sends no origin. */
const proofOf = (browser: string, startToken: string) => digestOf(`${browser} ${startToken}`);

const askUser: Show = async ({ ctx, request, reply }) => {
  const startToken = tokenOf(request);
  const test = await ctx.db
    .selectFrom('applicationTests')
    .innerJoin('applications', 'applications.id', 'applicationTests.applicationId')
    .select('applications.name')
    .where('startToken', '=', startToken)
    .where('startedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!test) throw unknownTest();
  const proof = proofOf(rememberBrowser(ctx, request, reply), startToken);
  const page = plainPage(ctx.visit, {
    ...{ title: 'test_title', text: 'test_text', body: `<p><strong dir="auto">${escapeHtml(test.name)}</strong></p>` },
    choices: (say) => `<p>${say('test_warning')}</p>
<form method="post"><input type="hidden" name="proof" value="${proof}"><button type="submit">${say('continue')}</button></form>`,
  });
  return sendPage(reply, page);
};

const finish = async (
  ctx: BrowserContext,
  test: { id: string; applicationId: string; createdBy: string },
  outcome: Outcome,
) => {
  await ctx.db
    .updateTable('applicationTests')
    .set({ data: JSON.stringify(outcome), finishedAt: now, expiresAt: resultLifetime })
    .where('id', '=', test.id)
    .execute();
  recordTest(ctx, test, outcome);
};

const reasonOf = (error: unknown, step: ApplicationTestStep) => {
  if (error instanceof StepFailure) return error.failure;
  // The settings of the application have changed during the test.
  return failureAt(step, { error: error instanceof RequestError ? error.code : 'server_error' });
};
const failedBy = (error: unknown, step: ApplicationTestStep): Outcome => ({
  ...emptyOutcome,
  failure: reasonOf(error, step),
});

const sendEnd = ({ ctx, reply }: Exchange) =>
  sendPage(reply, plainPage(ctx.visit, { title: 'test_done', text: 'test_done_text' }));

const requireOwnForm = (ctx: BrowserContext, request: FastifyRequest): string => {
  const site = request.headers['sec-fetch-site'];
  const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '');
  const browser = browserOf(ctx, request);
  const isOwn = browser !== undefined && sameSecret(form.get('proof') ?? '', proofOf(browser, tokenOf(request)));
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw new RequestError('auth.forbidden');
  return browser;
};

const start: Show = async (exchange) => {
  const { ctx, request, reply } = exchange;
  const browser = requireOwnForm(ctx, request);
  const state = random.secret();
  const begun = { state: digestOf(state), browser: digestOf(browser) };
  const test = await consume.applicationTestStart(ctx.db, tokenOf(request), begun);
  if (!test) throw unknownTest();
  const url = await authorizationUrl(ctx, test.applicationId, test.data as Question, state).catch(
    async (error: unknown) => {
      await finish(ctx, test, failedBy(error, 'authorization'));
      if (!(error instanceof StepFailure)) throw error;
    },
  );
  return url ? reply.header('Cache-Control', 'no-store').redirect(url, 303) : sendEnd(exchange);
};

const receive: Show = async (exchange) => {
  const { ctx, request } = exchange;
  const { state, ...received } = request.query as Record<string, unknown>;
  const browser = browserOf(ctx, request);
  const test =
    typeof state === 'string' && browser !== undefined
      ? await consume.applicationTest(ctx.db, digestOf(state), digestOf(browser))
      : undefined;
  if (!test || typeof state !== 'string') throw unknownTest();
  const { applicationId, data, startedAt } = test;
  const answered = { applicationId, state: digestOf(state), question: data as Question, startedAt: startedAt ?? 0 };
  const outcome = await runSignIn(ctx, answered, received as Received).catch(async (error: unknown) => {
    await finish(ctx, test, failedBy(error, 'token'));
    throw error;
  });
  await finish(ctx, test, outcome);
  return sendEnd(exchange);
};

const limitedRoute = (services: Services, show: Show) => async (request: FastifyRequest, reply: FastifyReply) => {
  try {
    const ctx = await contextOf(request, services);
    const { destination, ip } = ctx.visit;
    // The redirect URI is on the tenant's own URL.
    if (destination.domain !== undefined) throw notFound(destination.path);
    await services.rateLimit.spend(ip);
    return await show({ ctx, request, reply });
  } catch (error) {
    return showFailure({ request, reply, services }, error, 'test');
  }
};

export const registerApplicationTestRoutes = (app: FastifyInstance, services: Services) => {
  app.get('/tenant/api/application-tests/start', limitedRoute(services, askUser));
  app.post('/tenant/api/application-tests/start', limitedRoute(services, start));
  app.get('/tenant/api/application-tests/callback', limitedRoute(services, receive));
};
