// The part of a test sign-in after the user has returned: exchange of the code, the organization's token, and userinfo.
import type { ApplicationTestStep } from '@tessera/contract/application-test-steps';
import type { JsonObject } from '@tessera/contract/fields';
import { failureReason } from '../../authorization/oidc/failure-reason.ts';
import { testCallbackOf } from '../../authorization/oidc/test-redirects.ts';
import type { BrowserContext } from '../browser-pages.ts';
import { emptyOutcome, failureAt, type Outcome, type Question, StepFailure } from './outcome.ts';
import { findTestable } from './testable.ts';
import { testedToken } from './tested-token.ts';
import { type Tokens, tokenRequests } from './token-requests.ts';

type Answered = { applicationId: string; state: string; question: Question; startedAt: number };
export type Received = { code?: unknown; error?: unknown; error_description?: unknown };

const refused = (
  outcome: Outcome,
  { error, error_description: description }: Received,
  question: Question,
): Outcome => {
  const message = typeof error === 'string' ? error : 'invalid_request';
  const text = typeof description === 'string' ? description : undefined;
  const reason = failureReason({ message, error_description: text }, { resource: question.resource })?.reason;
  return { ...outcome, failure: failureAt('authorization', { error: message, description, reason }) };
};

const contentOf = (ctx: BrowserContext, { access_token, expires_in, scope }: Tokens) =>
  access_token ? testedToken(ctx, access_token, { expiresIn: expires_in, scope }) : null;

/** None is issued if the user can't be asked. */
const withoutRefreshToken = {
  body: { error: 'consent_required', error_description: 'no refresh token was issued' },
  failure: undefined,
};

/** Each part is kept, also if a later one fails. */
export const runSignIn = async (
  ctx: BrowserContext,
  { applicationId, state, question, startedAt }: Answered,
  received: Received,
): Promise<Outcome> => {
  const { services, tenantId } = ctx;
  const outcome: Outcome = { ...emptyOutcome, steps: [] };
  const run = async <T>(name: ApplicationTestStep, work: () => Promise<T>, began = services.clock.now()) => {
    const result = await work();
    outcome.steps.push({ name, durationMs: Math.max(0, services.clock.now() - began) });
    return result;
  };
  if (typeof received.code !== 'string') return refused(outcome, received, question);
  const code = received.code;
  await run('authorization', async () => {}, startedAt);
  const application = await findTestable(ctx, applicationId, 'sign-in');
  const mounted = await services.providers.mounted({ tenantId });
  const requests = tokenRequests(ctx, { application, mounted, test: { applicationId, state } });
  const { resource, organizationId, verifier } = question;
  const target = { ...(resource !== undefined && { resource }) };
  const callback = testCallbackOf(services.addresses.tenant(tenantId));
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
  let refreshToken: string | undefined;
  const refresh = async (step: ApplicationTestStep, form: Record<string, string>) => {
    if (refreshToken === undefined) throw new StepFailure(step, withoutRefreshToken);
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const tokens = await requests.requestTokens(step, { ...grant, ...form });
    refreshToken = tokens.refresh_token ?? refreshToken;
    return tokens;
  };
  /** Only a token without an audience gets userinfo. */
  const userinfoToken = async (tokens: Tokens): Promise<string | undefined> => {
    if (outcome.accessToken?.format === 'opaque') return tokens.access_token;
    if (refreshToken === undefined) return undefined;
    const { access_token: value = '' } = await refresh('userinfo', {});
    return (await testedToken(ctx, value)).format === 'opaque' ? value : undefined;
  };
  try {
    const tokens = await run('token', () => requests.requestTokens('token', { ...exchange, ...target }));
    refreshToken = tokens.refresh_token;
    outcome.accessToken = await contentOf(ctx, tokens);
    outcome.idToken = tokens.id_token
      ? await testedToken(ctx, tokens.id_token, { audience: application.clientId })
      : null;
    outcome.userId = (outcome.idToken?.claims?.sub as string | undefined) ?? null;
    if (refreshToken) outcome.refreshToken = { expiresAt: await requests.refreshExpiry(refreshToken) };
    if (organizationId !== undefined) {
      const form = { organization_id: organizationId, ...target };
      outcome.organizationToken = await run('organization', async () =>
        contentOf(ctx, await refresh('organization', form)),
      );
    }
    const token = await userinfoToken(tokens);
    if (token) outcome.userinfo = (await run('userinfo', () => requests.requestUserinfo(token))) as JsonObject;
    return { ...outcome, status: 'succeeded' };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return { ...outcome, failure: error.failure };
  } finally {
    await requests.revokeAll();
  }
};
