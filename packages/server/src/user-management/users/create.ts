// Creates a user for an administrator: any identifiers, a password or a hash, and default roles.
import type { NewUser } from '@tessera/contract/users';
import { hashNewPassword } from '../../authentication/experience/new-password.ts';
import { importedPassword } from '../../authentication/passwords/imported.ts';
import type { Context } from '../../context.ts';
import { runIn, type Statement } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { UserRow } from './find-user.ts';
import { checkIdentifiers } from './identifiers.ts';
import { typedColumns } from './verified-addresses.ts';
import { insertUser } from './write-user.ts';

/** The policy applies to users who set their own password; administrators may set any. */
const storedPassword = async (ctx: Context, { password, passwordDigest, passwordAlgorithm }: NewUser) => {
  if (password !== undefined && passwordDigest !== undefined) throw new RequestError('user.password_and_digest');
  if (password !== undefined) return hashNewPassword(ctx, password);
  if (passwordDigest === undefined) return {};
  if (passwordAlgorithm === undefined) throw new RequestError('user.password_algorithm_required');
  return importedPassword(passwordAlgorithm, passwordDigest);
};

const findDefaultRoles: Statement = {
  name: 'default-roles',
  text: `select id from roles where type = 'User' and is_default`,
};

export const defaultRoleIds = async ({ change }: Pick<Context, 'change'>): Promise<string[]> => {
  const rows = await runIn(await change.transaction())<{ id: string }>(findDefaultRoles, []);
  return rows.map(({ id }) => id);
};

export const createUser = async (ctx: Context, body: NewUser): Promise<UserRow> => {
  const { password: _, passwordDigest: __, passwordAlgorithm: ___, ...given } = body;
  const columns = await checkIdentifiers(ctx, given);
  // Hashed before the transaction is opened, because it takes long.
  const stored = await storedPassword(ctx, body);
  const row = await insertUser(ctx, 'administrator', { id: random.shortId(), ...typedColumns(columns), ...stored });
  const roleIds = await defaultRoleIds(ctx);
  await ctx.change.insertAll(
    'usersRoles',
    roleIds.map((roleId) => ({ userId: row.id, roleId })),
    ['userId', 'roleId'],
  );
  return row;
};
