// A user whom an administrator makes: any identifiers, a password or the hash of one, and the roles of everybody.
import type { NewUser } from '@tessera/contract/users';
import { hashNewPassword } from '../experience/new-password.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { importedPassword } from '../passwords/imported.ts';
import { random } from '../random.ts';
import type { UserRow } from './find-user.ts';
import { checkIdentifiers } from './identifiers.ts';

/** The policy is for those who choose a password for themselves; administrators may give any. */
const storedPassword = async ({ password, passwordDigest, passwordAlgorithm }: NewUser) => {
  if (password !== undefined && passwordDigest !== undefined) throw new RequestError('user.password_and_digest');
  if (password !== undefined) return hashNewPassword(password);
  if (passwordDigest === undefined) return {};
  if (passwordAlgorithm === undefined) throw new RequestError('user.password_algorithm_required');
  return importedPassword(passwordAlgorithm, passwordDigest);
};

export const defaultRoleIds = async ({ change }: Pick<Context, 'change'>): Promise<string[]> => {
  const tx = await change.transaction();
  const rows = await tx
    .selectFrom('roles')
    .select('id')
    .where('type', '=', 'User')
    .where('isDefault', '=', true)
    .execute();
  return rows.map(({ id }) => id);
};

export const createUser = async (ctx: Context, body: NewUser): Promise<UserRow> => {
  const { password: _, passwordDigest: __, passwordAlgorithm: ___, ...columns } = body;
  await checkIdentifiers(ctx, columns);
  // Hashed before the transaction is opened: it takes its time.
  const stored = await storedPassword(body);
  const row = await ctx.change.insert('users', { id: random.shortId(), ...columns, ...stored });
  const roleIds = await defaultRoleIds(ctx);
  await ctx.change.insertAll(
    'usersRoles',
    roleIds.map((roleId) => ({ userId: row.id, roleId })),
    ['userId', 'roleId'],
  );
  return row;
};
