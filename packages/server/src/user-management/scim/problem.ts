// Errors in the format of the protocol, RFC 7644, section 3.12.
import type { ErrorCode } from '@tessera/contract/errors';
import type { Problem } from '../../infrastructure/http/problems.ts';
import { mediaType } from './answer.ts';
import { scimTypes } from './scim-error.ts';

/** Identity providers expect this status if another resource has the name. */
const statusOf = (scimType: string | undefined, status: number) => {
  if (scimType === 'uniqueness') return 409;
  return scimType === 'tooMany' ? 400 : status;
};

export const isScimPath = (path: string): boolean => path.startsWith('/api/scim/');

export const scimProblem = (problem: Problem): Problem => {
  const { status, headers, body } = problem;
  // A browser gets a page.
  if (!body.startsWith('{')) return problem;
  const { code, message, details } = JSON.parse(body) as { code: ErrorCode; message: string; details?: string };
  const scimType = scimTypes[code];
  const known = statusOf(scimType, status);
  return {
    status: known,
    headers: { ...headers, 'Content-Type': mediaType },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(known),
      ...(scimType && { scimType }),
      // Not part of the protocol, but the same as in all other APIs.
      code,
      detail: details ? `${message} ${details}` : message,
    }),
  };
};
