// Machine-to-machine applications of an organization and their roles there.
import { organizationApplications } from '@tessera/contract/organization-members';
import { asApplication } from '../../authentication/applications/find-application.ts';
import type { Context } from '../../context.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { serve } from '../../serve.ts';
import { findOrganization } from './find-organization.ts';
import { rolesOfApplications } from './held-roles.ts';
import {
  holdOwner,
  type Relation,
  relate,
  relateAll,
  replaceRelated,
  requireMembership,
  unrelate,
} from './relations.ts';

const machinesOf = (organizationId: string): Relation => ({
  table: 'organizationApplications',
  owner: { organizationId },
  column: 'applicationId',
});
const rolesOf = (organizationId: string, applicationId: string): Relation => ({
  table: 'organizationRoleApplications',
  owner: { organizationId, applicationId },
  column: 'organizationRoleId',
});

type Machine = { organizationId: string; applicationId: string };
const holdMachine = async (ctx: Context, { organizationId, applicationId }: Machine) => {
  await holdOwner(ctx, 'organizations', organizationId);
  await requireMembership(await ctx.change.transaction(), machinesOf(organizationId), applicationId);
};

export default serve(organizationApplications, {
  list: async (ctx, { params: { organizationId }, query }) => {
    await findOrganization(ctx, organizationId);
    const fields = ['applications.id', 'applications.name', 'applications.description'];
    const condition = containing(query.q, fields, 'applications.searchText');
    const rows = await ctx.page(
      ctx.db
        .selectFrom('organizationApplications')
        .innerJoin('applications', 'applications.id', 'organizationApplications.applicationId')
        .selectAll('applications')
        .where('organizationApplications.organizationId', '=', organizationId)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('organizationApplications.createdAt', 'desc')
        .orderBy('organizationApplications.applicationId'),
    );
    const roles = await rolesOfApplications(
      ctx,
      organizationId,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...asApplication(ctx, row), organizationRoles: roles.get(row.id) ?? [] }));
  },

  add: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await relate(ctx, machinesOf(organizationId), body.applicationIds);
  },
  replace: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await replaceRelated(ctx, machinesOf(organizationId), body.applicationIds);
  },
  remove: async (ctx, { params: { organizationId, applicationId } }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await unrelate(ctx, machinesOf(organizationId), applicationId);
  },

  assignRoles: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    const holders = [...new Set(body.applicationIds)].map((applicationId) => rolesOf(organizationId, applicationId));
    await relateAll(ctx, holders, body.organizationRoleIds);
  },
  listRoles: async (ctx, { params: { organizationId, applicationId } }) => {
    await findOrganization(ctx, organizationId);
    await requireMembership(ctx.db, machinesOf(organizationId), applicationId);
    return ctx.page(
      ctx.db
        .selectFrom('organizationRoles')
        .innerJoin(
          'organizationRoleApplications',
          'organizationRoleApplications.organizationRoleId',
          'organizationRoles.id',
        )
        .selectAll('organizationRoles')
        .where('organizationRoleApplications.organizationId', '=', organizationId)
        .where('organizationRoleApplications.applicationId', '=', applicationId)
        .orderBy('organizationRoles.name'),
    );
  },
  addRoles: async (ctx, { params, body }) => {
    await holdMachine(ctx, params);
    await relate(ctx, rolesOf(params.organizationId, params.applicationId), body.organizationRoleIds);
  },
  replaceRoles: async (ctx, { params, body }) => {
    await holdMachine(ctx, params);
    await replaceRelated(ctx, rolesOf(params.organizationId, params.applicationId), body.organizationRoleIds);
  },
  removeRole: async (ctx, { params }) => {
    await holdMachine(ctx, params);
    await unrelate(ctx, rolesOf(params.organizationId, params.applicationId), params.organizationRoleId);
  },
});
