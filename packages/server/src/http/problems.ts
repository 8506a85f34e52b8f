// Errors as answers: a code, a message in the caller's language, and never a stack or a statement.
import type { ServerResponse } from 'node:http';
import { errorMessage } from '@tessera/phrases/errors';
import { databaseProblem } from '../database/problems.ts';
import type { Log } from '../log.ts';
import { KeyError } from '../oidc/keys.ts';
import { plainPage } from '../pages/plain-page.ts';
import { RequestError } from './request-error.ts';

type FrameworkError = Error & { statusCode?: number; code?: string };

const frameworkProblem = ({ statusCode, code }: FrameworkError): RequestError | undefined => {
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY') {
    return new RequestError('request.invalid_json');
  }
  if (statusCode === 413) return new RequestError('request.payload_too_large');
  if (statusCode === 415) return new RequestError('guard.invalid_input', { status: 415 });
  return statusCode && statusCode < 500 ? new RequestError('guard.invalid_input', { status: statusCode }) : undefined;
};

export const asRequestError = (error: unknown): RequestError | undefined =>
  error instanceof RequestError ? error : (databaseProblem(error) ?? frameworkProblem(error as FrameworkError));

export type Problem = { status: number; headers: Record<string, string>; body: string };

/** Who will read the answer: what they understand, and whether it is a person with a browser (`text/html`). */
export type Reader = { languages: string[]; accept: string | undefined };

/** A navigation that comes at a bad moment gets a page; everything else that goes wrong behind it has pages of its own. */
const unavailablePage = (text: string, languages: string[], headers: Record<string, string>): Problem => {
  const page = plainPage({ languages }, { title: 'unavailable', body: `<p>${text}</p>` });
  const type = { 'Content-Type': 'text/html; charset=utf-8' };
  return { status: 503, headers: { ...headers, ...page.headers, ...type }, body: page.html };
};

export const problemOf = (error: unknown, { languages, accept }: Reader, log: () => Log): Problem => {
  const known = asRequestError(error);
  if (!known) log().error({ err: error }, error instanceof KeyError ? error.message : 'request failed');
  const { code, status, extras } = known ?? new RequestError('server.internal');
  // Nobody but the operator can do anything about it.
  if (code === 'server.not_writable') log().error({ error: (error as Error).message }, 'the database takes no writes');
  const { data, details, values, retryAfter = status === 503 ? 2 : undefined } = extras;
  const message = errorMessage(code, languages, values);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  };
  if (status === 503 && accept?.includes('text/html')) return unavailablePage(message, languages, headers);
  return {
    status,
    headers,
    body: JSON.stringify({
      code,
      message,
      ...(data !== undefined && { data }),
      ...(details !== undefined && { details }),
    }),
  };
};

export const sendProblem = (response: ServerResponse, { status, headers, body }: Problem) => {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, headers).end(body);
};
