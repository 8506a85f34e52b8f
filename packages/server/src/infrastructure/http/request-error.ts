// The error a handler throws when a request fails: an error code and its data.
import { type ErrorCode, errors } from '@tessera/contract/errors';
import type { IssueKey } from '@tessera/phrases/issues';
import type { InvalidFields } from './field-issues.ts';

type Extras = {
  status?: number;
  data?: unknown;
  details?: string;
  /** What a provider said: for the audit log, and for administrators as `details`. */
  reason?: string;
  /** Reported as `data.issues` and `details`. */
  fields?: InvalidFields;
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

/** Whether it is not refused; other failures are failures. */
export const isGranted = (asking: Promise<unknown>): Promise<boolean> =>
  asking.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RequestError) return false;
      throw error;
    },
  );

/** Foreign and unknown IDs give the same error. */
export const notFound = (id: string) => new RequestError('entity.not_exists_with_id', { values: { id } });

/** An update that found no row. */
export const notUpdated = () => new RequestError('entity.not_exists');
/** A deletion that found no row. */
export const notDeleted = () => new RequestError('entity.not_found');

/** A field of the body violates a rule that its schema cannot express. */
export const invalidField = (path: PropertyKey[], key: IssueKey) =>
  new RequestError('guard.invalid_input', { fields: { part: 'body', issues: [{ code: 'custom', path, key }] } });
