// Errors of the protocol. Each has a code like all errors; some also have a `scimType` of RFC 7644, section 3.12.
import type { ErrorCode } from '@tessera/contract/errors';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type Name<Code> = Code extends `scim.${infer Rest}` ? Rest : never;

// Messages quote what the client sent.
const mostOfText = 200;

export const scimError = (name: Name<ErrorCode>, values: Record<string, string | number> = {}): RequestError =>
  new RequestError(`scim.${name}`, {
    values: Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === 'string' ? value.slice(0, mostOfText).toWellFormed() : value,
      ]),
    ),
  });

export const scimTypes: Partial<Record<ErrorCode, string>> = {
  'scim.invalid_filter': 'invalidFilter',
  'scim.invalid_path': 'invalidPath',
  'scim.no_target': 'noTarget',
  'scim.invalid_value': 'invalidValue',
  'scim.invalid_syntax': 'invalidSyntax',
  'scim.read_only': 'mutability',
  'scim.already_exists': 'uniqueness',
  'request.invalid_json': 'invalidSyntax',
  'guard.invalid_input': 'invalidSyntax',
  'user.email_already_in_use': 'uniqueness',
  'user.phone_already_in_use': 'uniqueness',
  'entity.unique_integrity_violation': 'uniqueness',
  'request.search_too_slow': 'tooMany',
};
