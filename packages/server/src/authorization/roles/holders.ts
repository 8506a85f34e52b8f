// Role assignments of users and machine-to-machine applications.
import type { User } from '@tessera/contract/users';
import { asApplication } from '../../authentication/applications/find-application.ts';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { asUser, requireUsers, userFields, userNotFound } from '../../user-management/users/find-user.ts';
import { findRole, lockRole } from './find-role.ts';
import { holdersCounter } from './role-list.ts';

type ById = { params: { id: string } };
type Query = Parameters<typeof searchCondition>[0];

const requireMachineToMachine = async ({ change }: Context, ids: readonly string[]) => {
  const tx = await change.transaction();
  const rows = await tx.selectFrom('applications').select(['id', 'type']).where('id', 'in', ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound(unknown);
  if (rows.some(({ type }) => type !== 'MachineToMachine')) throw new RequestError('application.invalid_type');
};

export const holderHandlers = {
  listUsers: async (ctx: Context, { params: { id }, query }: ById & { query: Query }): Promise<User[]> => {
    await findRole(ctx, id);
    const condition = searchCondition(query, userFields);
    const rows = await ctx.page(
      ctx.db
        .selectFrom('usersRoles')
        .innerJoin('users', 'users.id', 'usersRoles.userId')
        .selectAll('users')
        .where('usersRoles.roleId', '=', id)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('usersRoles.createdAt', 'desc')
        .orderBy('usersRoles.userId'),
      condition ? {} : { counter: holdersCounter('users_roles', id) },
    );
    return rows.map(asUser);
  },

  addUsers: async (ctx: Context, { params: { id }, body }: ById & { body: { userIds: string[] } }) => {
    const { type } = await lockRole(ctx, id);
    const userIds = [...new Set(body.userIds)];
    if (userIds.length === 0) return;
    await requireUsers(ctx, userIds);
    if (type !== 'User') throw new RequestError('user.invalid_role_type');
    await ctx.change.insertAll(
      'usersRoles',
      userIds.map((userId) => ({ roleId: id, userId })),
      ['userId', 'roleId'],
    );
  },

  removeUser: async (ctx: Context, { params: { id, userId } }: { params: { id: string; userId: string } }) => {
    await lockRole(ctx, id);
    if (!(await ctx.change.remove('usersRoles', { roleId: id, userId }))) throw userNotFound();
  },

  listApplications: async (ctx: Context, { params: { id }, query }: ById & { query: Query }) => {
    await findRole(ctx, id);
    const condition = searchCondition(query, ['id', 'name', 'description']);
    const rows = await ctx.page(
      ctx.db
        .selectFrom('applicationsRoles')
        .innerJoin('applications', 'applications.id', 'applicationsRoles.applicationId')
        .selectAll('applications')
        .where('applicationsRoles.roleId', '=', id)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('applicationsRoles.createdAt', 'desc')
        .orderBy('applicationsRoles.applicationId'),
      condition ? {} : { counter: holdersCounter('applications_roles', id) },
    );
    return rows.map((row) => asApplication(ctx, row));
  },

  addApplications: async (ctx: Context, { params: { id }, body }: ById & { body: { applicationIds: string[] } }) => {
    const { type } = await lockRole(ctx, id);
    const applicationIds = [...new Set(body.applicationIds)];
    if (applicationIds.length === 0) return;
    await requireMachineToMachine(ctx, applicationIds);
    if (type !== 'MachineToMachine') throw new RequestError('application.invalid_role_type');
    await ctx.change.insertAll(
      'applicationsRoles',
      applicationIds.map((applicationId) => ({ roleId: id, applicationId })),
      ['applicationId', 'roleId'],
    );
  },

  removeApplication: async (
    ctx: Context,
    { params: { id, applicationId } }: { params: { id: string; applicationId: string } },
  ) => {
    await lockRole(ctx, id);
    if (!(await ctx.change.remove('applicationsRoles', { roleId: id, applicationId }))) throw notFound(applicationId);
  },
};
