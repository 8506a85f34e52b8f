// What can go wrong, as values: an answer of the server that is no success, and the states of the session.
import { AuthorizationResponseError, OperationProcessingError, ResponseBodyError } from 'oauth4webapi';

export class SignedOut extends Error {
  override name = 'SignedOut';
}

/** Signing in needs cryptography that browsers offer on https and on localhost only. */
export class InsecureContext extends Error {
  override name = 'InsecureContext';
}

/** Somebody came back from a sign-in that was not begun in this tab, or has ended already. */
export class UnexpectedCallback extends Error {
  override name = 'UnexpectedCallback';
}

/** No answer came: the connection is lost, or the server is. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** The server took too long. */
export class TimedOut extends Error {
  override name = 'TimedOut';
}

/** Somebody changed their mind before the answer came; nothing went wrong. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Asks a server; browsers have many names for a failure on the way, and from here on it has one. */
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

/** Reads an answer that is no success; one without a readable body has the standard status text, if any. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const known: Body = typeof body === 'object' && body !== null ? body : {};
  const message = typeof known.message === 'string' ? known.message : response.statusText;
  return new ApiProblem(response.status, message, known);
}

/** The session ended: the one remedy is to sign in again. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof SignedOut ||
  error instanceof ResponseBodyError ||
  (error instanceof ApiProblem &&
    (error.status === 401 || error.code === 'oidc.invalid_grant' || error.code === 'oidc.invalid_target'));

/** The name and the description of an error of the protocol, as its sender wrote them. */
export function protocolError(error: unknown): { code: string; description: string } | undefined {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return { code: error.error, description: error.error_description ?? error.message };
  }
  if (error instanceof OperationProcessingError && error.code !== undefined) {
    return { code: error.code, description: error.message };
  }
  return undefined;
}
