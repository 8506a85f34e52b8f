// The error that a handler throws when a request cannot be done: a code of the catalogue, and what belongs to it.
import { type ErrorCode, errors } from '@tessera/contract/errors';

type Extras = {
  status?: number;
  data?: unknown;
  details?: string;
  values?: Record<string, string | number>;
  retryAfter?: number;
};

export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: Extras;

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(code);
    this.code = code;
    this.status = extras.status ?? errors[code];
    this.extras = extras;
  }
}

/** Somebody else's id and an id that never existed look the same. */
export const notFound = (id: string) => new RequestError('entity.not_exists_with_id', { values: { id } });
