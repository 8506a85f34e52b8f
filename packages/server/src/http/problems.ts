// Errors as answers: a code, a message in the caller's language, and never a stack or a statement.
import type { ServerResponse } from 'node:http';
import { errorMessage } from '@tessera/phrases/errors';
import { databaseProblem } from '../database/problems.ts';
import type { Log } from '../log.ts';
import { KeyError } from '../oidc/keys.ts';
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

export const problemOf = (error: unknown, languages: string[], log: Log): Problem => {
  const known = asRequestError(error);
  if (!known) log.error({ err: error }, error instanceof KeyError ? error.message : 'request failed');
  const { code, status, extras } = known ?? new RequestError('server.internal');
  const { data, details, values } = extras;
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 503 && { 'Retry-After': '2' }),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
    body: JSON.stringify({
      code,
      message: errorMessage(code, languages, values),
      ...(data !== undefined && { data }),
      ...(details !== undefined && { details }),
    }),
  };
};

export const sendProblem = (response: ServerResponse, { status, headers, body }: Problem) => {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, headers).end(body);
};
