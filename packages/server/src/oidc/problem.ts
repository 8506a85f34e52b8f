// The error body of every OIDC endpoint: the OAuth fields, plus the code and the localised message our clients know.
import { errorMessage } from '@tessera/phrases/errors';
import type Provider from 'oidc-provider';
import { visitOf } from '../http/visit.ts';

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

/** Callers that know only OAuth ask with `parse_error=false` for the bare body. */
export const wrapProblems = (provider: Provider) => {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status >= 400 && isOAuthError(ctx.body) && ctx.query.parse_error !== 'false') {
      ctx.body = problemBody(ctx.body, visitOf(ctx.req).languages);
    }
  });
};
