// Fields of a user that an import file can have, and the mapping of its columns to them.
import * as z from 'zod/mini';
import { type BrokenRule, satisfies } from './field-issues.ts';
import { type UserProfile, userProfile } from './user-profile.ts';
import { newUser } from './users.ts';

/** A user in an import file. Passwords must be hashes, because hashing a million takes hours. */
export const importedUser = z.extend(z.omit(newUser, { password: true }), { isSuspended: z.optional(z.boolean()) });
export type ImportedUser = z.output<typeof importedUser>;

type Address = NonNullable<UserProfile['address']>;
export type ImportField =
  | keyof ImportedUser
  | `profile.${Exclude<keyof UserProfile, 'address'>}`
  | `profile.address.${keyof Address}`;

const { address, ...claims } = userProfile.shape;

/** Fields that a column can contain; parts of the profile have their own. */
export const importFields = [
  ...Object.keys(importedUser.shape),
  ...Object.keys(claims).map((name) => `profile.${name}`),
  ...Object.keys(address.def.innerType.shape).map((name) => `profile.address.${name}`),
] as [ImportField, ...ImportField[]];

/** Exported fields that an import ignores. */
export const notImported = [
  ...(['id', 'hasPassword', 'applicationId', 'identities'] as const),
  ...(['lastSignInAt', 'createdAt', 'updatedAt'] as const),
] as const;

/** More columns are not a list of users. */
export const maxColumns = 500;

const repeated: BrokenRule = 'import_field_twice';

/** By column: its field, or `null` to ignore it. */
export const columnMapping = z.record(z.string().check(z.maxLength(256)), z.nullable(z.enum(importFields))).check(
  satisfies((mapping) => Object.keys(mapping).length <= maxColumns, 'import_columns'),
  ({ value, issues }) => {
    const used = new Set<string>();
    for (const [column, field] of Object.entries(value)) {
      if (field === null) continue;
      if (used.has(field)) issues.push({ code: 'custom', path: [column], message: repeated, input: field });
      used.add(field);
    }
  },
);
export type ColumnMapping = z.output<typeof columnMapping>;
