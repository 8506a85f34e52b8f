// Error types: unsuccessful responses and session states.
import { AuthorizationResponseError, OperationProcessingError, ResponseBodyError } from 'oauth4webapi';

export class SignedOut extends Error {
  override name = 'SignedOut';
}

/** Sign-in needs Web Crypto, which browsers offer only on https and localhost. */
export class InsecureContext extends Error {
  override name = 'InsecureContext';
}

/** The callback belongs to a sign-in that started in another tab or has already finished. */
export class UnexpectedCallback extends Error {
  override name = 'UnexpectedCallback';
}

/** No response: the connection or the server is down. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** The server took too long. */
export class TimedOut extends Error {
  override name = 'TimedOut';
}

/** The caller aborted the request; this is not a failure. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Fetches with network errors normalized, since browsers name them differently. */
export const reach = (
  target: Parameters<typeof fetch>[0],
  { body = null, ...options }: Omit<RequestInit, 'body'> & { body?: BodyInit | null | undefined } = {},
): Promise<Response> =>
  fetch(target, { ...options, ...(body !== null && { body }) }).catch((cause: unknown) => {
    if (isAborted(cause)) throw cause;
    throw isTimeout(cause) ? new TimedOut('', { cause }) : new Unreachable('', { cause });
  });

type Body = { message?: unknown; code?: unknown; details?: unknown; data?: unknown };

export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly status: number;
  readonly code: string | undefined;
  readonly details: string | undefined;
  readonly data: unknown;

  constructor(status: number, message: string, { code, details, data }: Body) {
    super(message);
    this.status = status;
    this.code = typeof code === 'string' ? code : undefined;
    this.details = typeof details === 'string' ? details : undefined;
    this.data = data;
  }
}

/** Parses an error response; without a readable body, the message is the standard status text. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const known: Body = typeof body === 'object' && body !== null ? body : {};
  const message = typeof known.message === 'string' ? known.message : response.statusText;
  return new ApiProblem(response.status, message, known);
}

/** A connector's provider refused its credentials, which says nothing about the session. */
const isOfProvider = ({ code = '' }: ApiProblem) => code.startsWith('connector.');

/** The session has ended and only signing in again helps. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof SignedOut ||
  error instanceof ResponseBodyError ||
  (error instanceof ApiProblem &&
    ((error.status === 401 && !isOfProvider(error)) ||
      error.code === 'oidc.invalid_grant' ||
      error.code === 'oidc.invalid_target'));

/** The OAuth error code and description, as sent by the server. */
export function protocolError(error: unknown): { code: string; description: string } | undefined {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return { code: error.error, description: error.error_description ?? error.message };
  }
  if (error instanceof OperationProcessingError && error.code !== undefined) {
    return { code: error.code, description: error.message };
  }
  return undefined;
}
