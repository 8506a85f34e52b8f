// A row of a file as a user to be, or everything that is wrong with it.
import type { ErrorCode } from '@tessera/contract/errors';
import { isInternationalPhone } from '@tessera/contract/phone-number';
import { type ImportedUser, importedUser, notImported } from '@tessera/contract/user-imports';
import { safeParse } from 'zod/v4/core';
import { RequestError } from '../http/request-error.ts';
import { isStorable } from '../http/storable.ts';
import { importedPassword, type StoredPassword } from '../passwords/imported.ts';
import type { Row } from './read-rows.ts';

export type Problem = { rowNumber: number; field: string; code: ErrorCode; identifier: string | null };
type Columns = Omit<ImportedUser, 'passwordDigest' | 'passwordAlgorithm'>;
export type ParsedUser = { rowNumber: number; identifier: string; columns: Columns & Partial<StoredPassword> };

const identifiers = ['username', 'primaryEmail', 'primaryPhone'] as const;
const ignored = new Set<string>(notImported);
const known = new Set(Object.keys(importedUser.shape));

const codes: Record<string, ErrorCode> = {
  username: 'user_import.invalid_username',
  primaryEmail: 'user.invalid_email',
  primaryPhone: 'user.invalid_phone',
  passwordAlgorithm: 'password.unsupported_encryption_method',
};

/** As people write numbers: with a plus, blanks, brackets and dashes. */
const digitsOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[\s()./-]/g, '').replace(/^\+/, '') : value;

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
    // What an answer says by naming the field, a report has to say in words.
    const code = error.code === 'guard.invalid_input' ? 'user_import.invalid_hash' : error.code;
    return { field: 'passwordDigest', code };
  }
};

const foundIn = (fields: Record<string, unknown>): Found[] | ImportedUser => {
  const unknown = Object.keys(fields).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    // Names come from the file: they are shown no longer than a name is.
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
  if (primaryPhone && !isInternationalPhone(primaryPhone))
    return [{ field: 'primaryPhone', code: 'user.invalid_phone' }];
  return identifiers.some((name) => result.data[name])
    ? { ...user, ...(primaryPhone && { primaryPhone }) }
    : [{ field: '', code: 'user_import.no_identifier' }];
};

export const parseUser = (row: Row): ParsedUser | Problem[] => {
  const { number: rowNumber } = row;
  if ('code' in row) return [{ rowNumber, field: '', code: row.code, identifier: null }];
  const given = Object.entries(row.fields).filter(([name, value]) => !ignored.has(name) && value !== null);
  const fields: Record<string, unknown> = Object.fromEntries(given);
  if ('primaryPhone' in fields) fields.primaryPhone = digitsOf(fields.primaryPhone);
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
