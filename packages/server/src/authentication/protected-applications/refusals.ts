// Answers of the gateway itself instead of those of an origin: a page for browsers that open one, JSON for others.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApplicationFailure } from '@tessera/contract/application-failures';
import type { ErrorCode } from '@tessera/contract/errors';
import { gatewayPaths } from '@tessera/contract/gateway-paths';
import { errorMessage } from '@tessera/phrases/errors';
import { LRUCache } from 'lru-cache';
import { escapeHtml, plainPage } from '../../infrastructure/http/plain-page.ts';
import { problemOf, sendProblem } from '../../infrastructure/http/problems.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import { OutboundError, type OutboundReason } from '../../infrastructure/outbound/outbound-error.ts';
import type { Log } from '../../log.ts';
import { isNavigation } from './exchange.ts';

const ofOrigins: Partial<Record<OutboundReason, ErrorCode>> = {
  busy: 'gateway.busy',
  forbidden_address: 'gateway.origin_not_allowed',
  timeout: 'gateway.origin_timeout',
};

/** Logs why an origin has failed. Every visitor of the site could cause it, so that is not repeated for a minute. */
export const createOriginLog = () => {
  const logged = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });
  return (applicationId: string | undefined, error: unknown, log: () => Log) => {
    if (!(error instanceof OutboundError) || error.reason === 'aborted') return;
    const { reason, cause } = error;
    const key = `${applicationId} ${reason}`;
    if (logged.has(key)) return;
    logged.set(key, true);
    const { code, message = '' } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
    log().warn({ applicationId, reason, cause: message || code }, 'a request to a protected application has failed');
  };
};

/** What the health of the application says about it. A site is not to blame for a visitor who left, or for our limits. */
export const originFailure = (error: unknown): ApplicationFailure | undefined => {
  if (!(error instanceof OutboundError) || error.reason === 'aborted' || error.reason === 'busy') return undefined;
  if (error.reason === 'timeout') return 'site_timeout';
  return error.reason === 'forbidden_address' ? 'site_not_allowed' : 'site_unreachable';
};

export const codeOfOrigin = ({ reason }: OutboundError): ErrorCode => ofOrigins[reason] ?? 'gateway.origin_unreachable';

const asRefusal = (error: unknown): unknown =>
  error instanceof OutboundError ? new RequestError(codeOfOrigin(error), { retryAfter: 5 }) : error;

type Title = Parameters<typeof plainPage>[1]['title'];
const titleOf = ({ code, status }: RequestError): Title => {
  if (code === 'gateway.site_not_found') return 'site_not_found';
  if (code === 'gateway.sign_in_required') return 'sign_in_required';
  if (code.startsWith('oidc.') || code === 'gateway.sign_in_expired') return 'sign_in_failed';
  return status >= 500 ? 'site_unavailable' : 'request_refused';
};

/** What the user can do about it. */
const nextStep = (
  title: Title,
  { originalUrl }: Visit,
): { href: string; text: 'sign_in' | 'try_again' } | undefined => {
  if (title === 'sign_in_required' || title === 'sign_in_failed') return { href: gatewayPaths.signIn, text: 'sign_in' };
  // Not a path that a browser would take for another host.
  const isPath = /^\/(?![/\\])/.test(originalUrl);
  return title === 'site_unavailable' && isPath ? { href: originalUrl, text: 'try_again' } : undefined;
};

const pageOf = (visit: Visit, error: RequestError) => {
  const title = titleOf(error);
  const text = errorMessage(error.code, visit.languages, error.extras.values);
  const next = nextStep(title, visit);
  return plainPage(visit, {
    title,
    body: `<p>${escapeHtml(text)}</p>`,
    ...(next && { choices: (say) => `<a href="${escapeHtml(next.href)}">${say(next.text)}</a>` }),
  });
};

export const refuse = (
  { request, response, visit }: { request: IncomingMessage; response: ServerResponse; visit: Visit },
  cause: unknown,
  log: () => Log,
) => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const error = asRefusal(cause);
  const problem = problemOf(error, { languages: visit.languages, accept: request.headers.accept }, log);
  // The gateway knows cookies only.
  const { 'WWW-Authenticate': _, ...headers } = problem.headers;
  if (!(error instanceof RequestError) || !isNavigation(request)) return sendProblem(response, { ...problem, headers });
  const page = pageOf(visit, error);
  const type = { 'Content-Type': 'text/html; charset=utf-8' };
  sendProblem(response, { status: problem.status, headers: { ...headers, ...page.headers, ...type }, body: page.html });
};
