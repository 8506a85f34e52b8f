// Parses a row into a user, or all its problems.
import type { ErrorCode } from '@tessera/contract/errors';
import { type ImportedUser, importedUser } from '@tessera/contract/import-fields';
import { isStorable } from '@tessera/contract/storable';
import { safeParse } from 'zod/v4/core';
import { importedPassword, type StoredPassword } from '../../authentication/passwords/imported.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { canonicalPhone, normalizePhone } from '../users/phone-number.ts';
import type { Row } from './read-rows.ts';

export type Problem = { rowNumber: number; field: string; code: ErrorCode; identifier: string | null };
type Columns = Omit<ImportedUser, 'passwordDigest' | 'passwordAlgorithm'>;
export type ParsedUser = { rowNumber: number; identifier: string; columns: Columns & Partial<StoredPassword> };

const identifiers = ['username', 'primaryEmail', 'primaryPhone'] as const;
const known = new Set(Object.keys(importedUser.shape));

const codes: Record<string, ErrorCode> = {
  username: 'user_import.invalid_username',
  primaryEmail: 'user.invalid_email',
  primaryPhone: 'user.invalid_phone',
  passwordAlgorithm: 'password.unsupported_encryption_method',
};

const identifierOf = (fields: Record<string, unknown>): string | null => {
  const found = identifiers.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' && isStorable(found) ? [...found].slice(0, 128).join('') : null;
};

type Found = { field: string; code: ErrorCode };

const passwordOf = ({ passwordDigest, passwordAlgorithm }: ImportedUser): Partial<StoredPassword> | Found => {
  if (passwordDigest === undefined) return {};
  if (passwordAlgorithm === undefined) return { field: 'passwordAlgorithm', code: 'user.password_algorithm_required' };
  try {
    return importedPassword(passwordAlgorithm, passwordDigest);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    // A report needs a specific code where an API response names the field.
    const code = error.code === 'guard.invalid_input' ? 'user_import.invalid_hash' : error.code;
    return { field: 'passwordDigest', code };
  }
};

const foundIn = (fields: Record<string, unknown>): Found[] | ImportedUser => {
  const unknown = Object.keys(fields).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    // Names come from the file, so limit their length.
    return unknown.map((name) => ({
      field: isStorable(name) ? name.slice(0, 64) : '',
      code: 'user_import.unknown_column',
    }));
  }
  const unstorable = Object.keys(fields).filter((name) => !isStorable(fields[name]));
  if (unstorable.length > 0) return unstorable.map((field) => ({ field, code: 'user_import.invalid_value' }));
  const result = safeParse(importedUser, fields);
  if (!result.success) {
    return result.error.issues.map(({ path }) => {
      const field = path.map(String).join('.').slice(0, 128);
      return { field, code: codes[field] ?? 'user_import.invalid_value' };
    });
  }
  const { primaryPhone, ...user } = result.data;
  if (primaryPhone && !normalizePhone(primaryPhone)) return [{ field: 'primaryPhone', code: 'user.invalid_phone' }];
  return identifiers.some((name) => result.data[name])
    ? { ...user, ...(primaryPhone && { primaryPhone }) }
    : [{ field: '', code: 'user_import.no_identifier' }];
};

export const parseUser = (row: Row): ParsedUser | Problem[] => {
  const { number: rowNumber } = row;
  if ('code' in row) return [{ rowNumber, field: row.field ?? '', code: row.code, identifier: null }];
  const given = Object.entries(row.fields).filter(([, value]) => value !== null);
  const fields: Record<string, unknown> = Object.fromEntries(given);
  if (typeof fields.primaryPhone === 'string') fields.primaryPhone = canonicalPhone(fields.primaryPhone);
  const identifier = identifierOf(fields);
  const problems = (found: Found[]): Problem[] => {
    const byField = new Map(found.map((one) => [one.field, { rowNumber, identifier, ...one }]));
    return [...byField.values()];
  };
  const user = foundIn(fields);
  if (Array.isArray(user)) return problems(user);
  const password = passwordOf(user);
  if ('field' in password) return problems([password]);
  const { passwordDigest: _, passwordAlgorithm: __, ...columns } = user;
  return { rowNumber, identifier: identifier ?? '', columns: { ...columns, ...password } };
};
