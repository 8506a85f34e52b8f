// Verifies a CAPTCHA token with the provider. Fails closed if the provider is unreachable.
import type { CaptchaConfig } from '@tessera/contract/captcha-provider';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';

const timeoutMs = 5000;
/** Minimum score, from 0 (bot) to 1 (human). */
const leastScore = 0.5;
const captchaAction = 'interaction';

type Config<T extends CaptchaConfig['type']> = Extract<CaptchaConfig, { type: T }>;

const ask = async ({ services }: Context, url: string, body: object): Promise<Record<string, unknown>> => {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const answer = await services.outbound.fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    timeoutMs,
    maxBytes: 65_536,
  });
  if (answer.status !== 200) return {};
  const parsed: unknown = JSON.parse(answer.body.toString('utf8'));
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
};

const askTurnstile = async (ctx: Context, { secretKey }: Config<'Turnstile'>, token: string): Promise<boolean> => {
  const url = `${ctx.services.settings.turnstileEndpoint}/turnstile/v0/siteverify`;
  const answer = await ask(ctx, url, { secret: secretKey, response: token, remoteip: ctx.visit.ip });
  return answer.success === true;
};

const askRecaptcha = async (
  ctx: Context,
  { secretKey, siteKey, projectId }: Config<'RecaptchaEnterprise'>,
  token: string,
): Promise<boolean> => {
  const { recaptchaEndpoint } = ctx.services.settings;
  const query = new URLSearchParams({ key: secretKey });
  const url = `${recaptchaEndpoint}/v1/projects/${encodeURIComponent(projectId)}/assessments?${query}`;
  const event = { token, siteKey, expectedAction: captchaAction, userIpAddress: ctx.visit.ip };
  const { tokenProperties, riskAnalysis } = (await ask(ctx, url, { event })) as {
    tokenProperties?: { valid?: unknown; action?: unknown };
    riskAnalysis?: { score?: unknown };
  };
  const score = typeof riskAnalysis?.score === 'number' ? riskAnalysis.score : 0;
  return tokenProperties?.valid === true && tokenProperties.action === captchaAction && score >= leastScore;
};

export const verifyCaptchaToken = async (ctx: Context, token: string): Promise<void> => {
  const provider = await ctx.services.captcha.providerOf(ctx.tenantId);
  if (!provider) throw new RequestError('session.captcha_failed');
  try {
    const isPerson =
      provider.type === 'Turnstile'
        ? await askTurnstile(ctx, provider, token)
        : await askRecaptcha(ctx, provider, token);
    if (isPerson) return;
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof SyntaxError)) throw error;
    ctx.log.warn({ error: error.message }, 'the captcha provider could not be asked');
  }
  throw new RequestError('session.captcha_failed');
};
