// The authorization request of a test, with the settings of the application.
import { createHash } from 'node:crypto';
import { askProvider } from '../../authorization/oidc/internal-request.ts';
import { testCallbackOf } from '../../authorization/oidc/test-redirects.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { BrowserContext } from '../browser-pages.ts';
import { type Question, StepFailure, type Target } from './outcome.ts';
import { clientAuthentication, findTestable } from './testable.ts';

/** Opened in a browser. The token is in the query, which access logs leave out. */
export const startUriOf = ({ services, tenantId }: BrowserContext, token: string) =>
  `${services.addresses.tenant(tenantId)}/api/application-tests/start?token=${token}`;

/** An organization's token is issued to a refresh token, which needs consent. */
export const questionOf = (
  { services: { wire } }: BrowserContext,
  { scopes, resource, organizationId, prompt }: Target & { prompt?: string | undefined },
  verifier: string,
): Question => {
  const isForOrganization = organizationId !== undefined;
  const added = isForOrganization ? ['offline_access', wire.organizationsScope] : [];
  const needsConsent = isForOrganization && prompt !== 'none';
  const prompts = [...new Set([...(prompt?.split(' ') ?? []), ...(needsConsent ? ['consent'] : [])])];
  return {
    ...{ scopes: [...new Set(['openid', ...scopes, ...added])], verifier },
    ...(resource !== undefined && { resource }),
    ...(isForOrganization && { organizationId }),
    ...(prompts.length > 0 && { prompt: prompts.join(' ') }),
  };
};

/** The URL to send the browser to. Throws if the request is pushed and refused. */
export const authorizationUrl = async (
  ctx: BrowserContext,
  applicationId: string,
  { scopes, resource, organizationId, prompt, verifier }: Question,
  state: string,
): Promise<string> => {
  const { services, tenantId } = ctx;
  const application = await findTestable(ctx, applicationId, 'sign-in');
  const { clientId } = application;
  const base = services.addresses.tenant(tenantId);
  const parameters = {
    ...{ client_id: clientId, redirect_uri: testCallbackOf(base), response_type: 'code', state },
    ...{ scope: scopes.join(' '), code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...(prompt !== undefined && { prompt }),
    ...(resource !== undefined && { resource }),
    ...(organizationId !== undefined && { organization_id: organizationId }),
  };
  const at = (query: Record<string, string>) => `${base}/oidc/auth?${new URLSearchParams(query)}`;
  if (!application.client.require_pushed_authorization_requests) return at(parameters);
  const authentication = clientAuthentication(ctx, application);
  const test = { applicationId, state: digestOf(state) };
  const answer = await askProvider(services, await services.providers.mounted({ tenantId }), ctx.visit, test, {
    ...{ method: 'POST', path: '/request', headers: authentication.headers },
    form: { ...authentication.form, ...parameters },
  });
  if (answer.status !== 201) throw new StepFailure('authorization', answer);
  return at({ client_id: clientId, request_uri: String(answer.body.request_uri) });
};
