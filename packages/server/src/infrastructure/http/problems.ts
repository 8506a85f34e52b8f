// Error responses: a code and a message in the caller's language, never a stack or statement.
import type { ServerResponse } from 'node:http';
import { administratorMessage, errorMessage } from '@tessera/phrases/errors';
import { type Log, OperatorError } from '../../log.ts';
import { databaseProblem } from '../database/problems.ts';
import { reportIssues } from './field-issues.ts';
import { plainPage } from './plain-page.ts';
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

/** The reader of the response: languages, whether it is a browser (`text/html`), and who it is. */
export type Reader = { languages: string[]; accept: string | undefined; isAdministrator?: boolean };

/** A navigation while the server is unavailable gets a page; other errors have their own pages. */
const unavailablePage = (
  status: number,
  text: string,
  languages: string[],
  headers: Record<string, string>,
): Problem => {
  const page = plainPage({ languages }, { title: 'unavailable', body: `<p>${text}</p>` });
  const type = { 'Content-Type': 'text/html; charset=utf-8' };
  return { status, headers: { ...headers, ...page.headers, ...type }, body: page.html };
};

export const problemOf = (error: unknown, reader: Reader, log: () => Log): Problem => {
  const { languages, accept, isAdministrator } = reader;
  const known = asRequestError(error);
  if (!known) log().error({ err: error }, error instanceof OperatorError ? error.message : 'request failed');
  const { code, status, extras } = known ?? new RequestError('server.internal');
  // Only the operator can fix this.
  if (code === 'server.not_writable') log().error({ error: (error as Error).message }, 'the database takes no writes');
  const { values, retryAfter = status === 503 ? 2 : undefined } = extras;
  const reported = extras.fields ? reportIssues(extras.fields, languages) : extras;
  const { data, details = isAdministrator ? extras.reason : undefined } = reported;
  const message = (isAdministrator ? administratorMessage : errorMessage)(code, languages, values);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  };
  if ((status === 503 || status === 429) && accept?.includes('text/html'))
    return unavailablePage(status, message, languages, headers);
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
