// The roles of a machine-to-machine application.
import { internalPrefix, isInternal } from '@tessera/contract/role';
import { requireRoles } from '../../authorization/roles/find-role.ts';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { findApplication } from './find-application.ts';

type ById = { params: { applicationId: string } };
type WithRoles = ById & { body: { roleIds: string[] } };
type Query = Parameters<typeof searchCondition>[0];

const refuseOthers = (type: string) => {
  if (type !== 'MachineToMachine') throw new RequestError('application.invalid_type');
};

/** The current roles by ID with their names. The application is locked to serialize concurrent changes. */
const heldBy = async ({ change }: Context, applicationId: string): Promise<Map<string, string>> => {
  const tx = await change.transaction();
  const application = await tx
    .selectFrom('applications')
    .select('type')
    .where('id', '=', applicationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!application) throw notFound(applicationId);
  refuseOthers(application.type);
  const rows = await tx
    .selectFrom('applicationsRoles')
    .innerJoin('roles', 'roles.id', 'applicationsRoles.roleId')
    .select(['roles.id', 'roles.name'])
    .where('applicationsRoles.applicationId', '=', applicationId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const give = async (ctx: Context, applicationId: string, roleIds: readonly string[]) => {
  await requireRoles(ctx, roleIds, 'MachineToMachine');
  await ctx.change.insertAll(
    'applicationsRoles',
    roleIds.map((roleId) => ({ applicationId, roleId })),
    ['applicationId', 'roleId'],
  );
};

export const applicationRoleHandlers = {
  listRoles: async (ctx: Context, { params: { applicationId }, query }: ById & { query: Query }) => {
    refuseOthers((await findApplication(ctx, applicationId)).type);
    const condition = searchCondition(query, ['id', 'name', 'description']);
    return ctx.page(
      ctx.db
        .selectFrom('applicationsRoles')
        .innerJoin('roles', 'roles.id', 'applicationsRoles.roleId')
        .selectAll('roles')
        .where('applicationsRoles.applicationId', '=', applicationId)
        .where('roles.name', 'not like', `${internalPrefix}%`)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('applicationsRoles.createdAt', 'desc')
        .orderBy('applicationsRoles.roleId'),
    );
  },

  addRoles: async (ctx: Context, { params: { applicationId }, body }: WithRoles) => {
    const held = await heldBy(ctx, applicationId);
    const wanted = [...new Set(body.roleIds)];
    await requireRoles(ctx, wanted, 'MachineToMachine');
    if (wanted.some((id) => held.has(id))) throw new RequestError('application.role_exists');
    await give(ctx, applicationId, wanted);
  },

  replaceRoles: async (ctx: Context, { params: { applicationId }, body }: WithRoles) => {
    const held = await heldBy(ctx, applicationId);
    const wanted = new Set(body.roleIds);
    await requireRoles(ctx, [...wanted], 'MachineToMachine');
    await give(
      ctx,
      applicationId,
      [...wanted].filter((id) => !held.has(id)),
    );
    for (const [roleId, name] of held) {
      // Internal roles are not listed and so not replaced either.
      if (wanted.has(roleId) || isInternal(name)) continue;
      await ctx.change.remove('applicationsRoles', { applicationId, roleId });
    }
  },

  removeRole: async (
    ctx: Context,
    { params: { applicationId, roleId } }: { params: { applicationId: string; roleId: string } },
  ) => {
    const name = (await heldBy(ctx, applicationId)).get(roleId);
    if (name === undefined) throw notFound(roleId);
    if (isInternal(name)) throw new RequestError('role.internal_role_violation');
    await ctx.change.remove('applicationsRoles', { applicationId, roleId });
  },
};
