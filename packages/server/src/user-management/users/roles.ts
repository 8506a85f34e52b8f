// The roles of a user.

import { requireRoles } from '../../authorization/roles/find-role.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { requireUser, userNotFound } from './find-user.ts';

type ById = { params: { userId: string } };
type WithRoles = ById & { body: { roleIds: string[] } };
type Query = Parameters<typeof searchCondition>[0];
type Ctx = Pick<Context, 'change'>;

/** The current roles. The user is locked to serialize concurrent changes. */
const heldBy = async ({ change }: Ctx, userId: string): Promise<Set<string>> => {
  const tx = await change.transaction();
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  if (!user) throw userNotFound();
  const rows = await tx.selectFrom('usersRoles').select('roleId').where('userId', '=', userId).execute();
  return new Set(rows.map(({ roleId }) => roleId));
};

const give = async (ctx: Ctx, userId: string, held: ReadonlySet<string>, wanted: ReadonlySet<string>) => {
  const missing = [...wanted].filter((id) => !held.has(id));
  await requireRoles(ctx, missing, 'User');
  await ctx.change.insertAll(
    'usersRoles',
    missing.map((roleId) => ({ userId, roleId })),
    ['userId', 'roleId'],
  );
};

/** Adds the roles the user doesn't have yet. */
export const addRoles = async (ctx: Ctx, userId: string, roleIds: readonly string[]): Promise<void> =>
  give(ctx, userId, await heldBy(ctx, userId), new Set(roleIds));

export const userRoleHandlers = {
  listRoles: async (ctx: Context, { params: { userId }, query }: ById & { query: Query }) => {
    await requireUser(ctx, userId);
    const condition = searchCondition(query, ['id', 'name', 'description']);
    return ctx.page(
      ctx.db
        .selectFrom('usersRoles')
        .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
        .selectAll('roles')
        .where('usersRoles.userId', '=', userId)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('usersRoles.createdAt', 'desc')
        .orderBy('usersRoles.roleId'),
    );
  },

  addRoles: (ctx: Context, { params: { userId }, body }: WithRoles) => addRoles(ctx, userId, body.roleIds),

  replaceRoles: async (ctx: Context, { params: { userId }, body }: WithRoles) => {
    const held = await heldBy(ctx, userId);
    const wanted = new Set(body.roleIds);
    await give(ctx, userId, held, wanted);
    for (const roleId of held) if (!wanted.has(roleId)) await ctx.change.remove('usersRoles', { userId, roleId });
  },

  removeRole: async (ctx: Context, { params: { userId, roleId } }: { params: { userId: string; roleId: string } }) => {
    const held = await heldBy(ctx, userId);
    if (!held.has(roleId)) throw notFound(roleId);
    await ctx.change.remove('usersRoles', { userId, roleId });
  },
};
