// A failed navigation shows the error page; everything else gets JSON.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf } from './client-ids.ts';
import { type OAuthError, problemBody } from './problem.ts';

export const renderProblem = async (
  services: Pick<Services, 'pages'>,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  out: object,
) => {
  const visit = visitOf(ctx.req);
  const { state: _, iss: __, ...problem } = out as OAuthError & { state?: string; iss?: string };
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.body = problem; // wrapProblems adds code and message
    return;
  }
  const { code, message, error_description: description } = problemBody(problem, visit.languages);
  // The application is named, if the request got that far.
  const client = ctx.oidc?.client;
  const appId = client && applicationIdOf(client);
  const error = { code, message, description };
  const page = await services.pages.signIn(visit, tenantId, { error, ...(appId && { appId }) });
  ctx.set(page.headers);
  ctx.type = 'html';
  ctx.body = page.html;
};
