// Finds roles by ID, and validates their use.
import { isInternal, type RoleType } from '@tessera/contract/role';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';

export const findRole = async ({ db }: Pick<Context, 'db'>, id: string) => {
  const row = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

/** Locks a role before changing it, to serialize concurrent changes. */
export const lockRole = async ({ change }: Context, id: string) => {
  const tx = await change.transaction();
  const row = await tx.selectFrom('roles').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound(id);
  if (isInternal(row.name)) throw new RequestError('role.internal_role_violation');
  return row;
};

/** Roles to be assigned: they must exist, not be internal, and match the type of holder. */
export const requireRoles = async (
  { change }: Pick<Context, 'change'>,
  ids: readonly string[],
  type: RoleType,
): Promise<void> => {
  if (ids.length === 0) return;
  const tx = await change.transaction();
  const rows = await tx.selectFrom('roles').select(['id', 'name', 'type']).where('id', 'in', ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound(unknown);
  if (rows.some(({ name }) => isInternal(name))) throw new RequestError('role.internal_role_violation');
  if (rows.some((row) => row.type !== type)) {
    throw new RequestError(type === 'User' ? 'user.invalid_role_type' : 'application.invalid_role_type');
  }
};
