// The error body of every OIDC endpoint: the OAuth fields, plus our code and localized message.
import { errorMessage } from '@tessera/phrases/errors';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isPassing } from '../../infrastructure/database/problems.ts';
import { problemOf } from '../../infrastructure/http/problems.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Log } from '../../log.ts';

export type OAuthError = { error: string; error_description?: string; scope?: string };

export const problemBody = (out: OAuthError, languages: string[]) => {
  const description = out.error_description ?? '';
  const lost =
    (description.includes('session') && description.includes('not found')) ||
    description.includes('authorization request has expired');
  const code = lost ? 'session.not_found' : `oidc.${out.error}`;
  return {
    code,
    message: errorMessage(code, languages),
    error: out.error,
    ...(out.error_description !== undefined && { error_description: out.error_description }),
    ...(out.error === 'invalid_grant' && { error_uri: 'https://openid.sh/debug/invalid_grant' }),
    ...(out.scope !== undefined && { scope: out.scope }),
  };
};

const isOAuthError = (body: unknown): body is OAuthError =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' && !('code' in body);

/** While the database is away the provider has no response, so the caller gets a retryable error. */
const answerUnavailable = (ctx: KoaContextWithOIDC, failure: unknown, log: Log) => {
  const { languages } = visitOf(ctx.req);
  const { status, headers, body } = problemOf(failure, { languages, accept: ctx.get('accept') }, () => log);
  const isJson = headers['Content-Type']?.startsWith('application/json');
  ctx.status = status;
  ctx.body = isJson ? JSON.stringify({ error: 'temporarily_unavailable', ...JSON.parse(body) }) : body;
  ctx.remove('Location');
  ctx.set(headers);
};

/** OAuth-only clients use `parse_error=false` for the plain body. */
export const wrapProblems = (provider: Provider, log: Log) => {
  const failures = new WeakMap<KoaContextWithOIDC['req'], unknown>();
  provider.on('server_error', (ctx, error) => {
    if (isPassing(error)) failures.set(ctx.req, error);
  });
  provider.use(async (ctx, next) => {
    // The provider's own error page may need the database, too, and fail in turn.
    try {
      await next();
    } catch (error) {
      if (!isPassing(error)) throw error;
      failures.set(ctx.req, error);
    }
    if (ctx.status === 200) return;
    if (failures.has(ctx.req)) return answerUnavailable(ctx as KoaContextWithOIDC, failures.get(ctx.req), log);
    if (ctx.status === 404 && ctx.body === undefined) {
      const code = 'request.not_found';
      ctx.body = { code, message: errorMessage(code, visitOf(ctx.req).languages) };
      ctx.status = 404; // a body alone would make it 200
    }
    if (ctx.status >= 400 && isOAuthError(ctx.body) && ctx.query.parse_error !== 'false') {
      ctx.body = problemBody(ctx.body, visitOf(ctx.req).languages);
    }
  });
};
