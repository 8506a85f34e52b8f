// Updates existing users with the rows of a file, by the rules of the Management API.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../context.ts';
import type { UserRow } from '../users/find-user.ts';
import { typedColumns } from '../users/verified-addresses.ts';
import type { UserColumns } from '../users/write-rules.ts';
import { type UserPatch, writeUsers } from '../users/write-user.ts';
import type { ParsedUser } from './parse-user.ts';

type Columns = ParsedUser['columns'];

const password = ['passwordEncrypted', 'passwordEncryptionMethod'];

/** Keys that the row does not have are kept, also those of an address. */
const mergedProfile = (before: UserRow['profile'], given: NonNullable<Columns['profile']>) => ({
  ...before,
  ...given,
  ...(given.address && { address: { ...(before.address as object | undefined), ...given.address } }),
});

/** What the row changes: empty values change nothing, and neither do values that the user has already. */
export const patchOf = (before: UserRow, given: Columns): UserColumns => {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) as Columns;
  const columns = typedColumns(
    {
      ...filled,
      ...(filled.profile && { profile: mergedProfile(before.profile, filled.profile) }),
      ...(filled.customData && { customData: { ...before.customData, ...filled.customData } }),
    },
    before,
  );
  const isSame = (name: string) =>
    isDeepStrictEqual(before[name as keyof UserRow], columns[name as keyof typeof columns]);
  const hasSamePassword = password.every(isSame);
  const isChanged = (name: string) => (password.includes(name) ? !hasSamePassword : !isSame(name));
  return Object.fromEntries(Object.entries(columns).filter(([name]) => isChanged(name))) as UserColumns;
};

export const updateUsers = (
  ctx: Pick<Context, 'change' | 'services' | 'tenantId'>,
  rows: ReadonlyMap<string, ParsedUser>,
): Promise<void> =>
  writeUsers(
    ctx,
    new Map([...rows].map(([id, { columns }]): [string, UserPatch] => [id, (before) => patchOf(before, columns)])),
  );
