// Organization handlers, including the organizations of a user or application.

import { organizations } from '@tessera/contract/organizations';
import { findApplication } from '../../authentication/applications/find-application.ts';
import { checkMarkup } from '../../authentication/sign-in-experience/tenant-markup.ts';
import type { Context } from '../../context.ts';
import { isOn } from '../../infrastructure/http/boolean-parameter.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { requireUser } from '../users/find-user.ts';
import { featuredMembers } from './featured.ts';
import { asOrganization, findOrganization } from './find-organization.ts';
import { rolesInOrganizations } from './held-roles.ts';

const withRoles = async (
  ctx: Context,
  holder: Parameters<typeof rolesInOrganizations>[1],
  rows: Parameters<typeof asOrganization>[0][],
) => {
  const roles = await rolesInOrganizations(
    ctx,
    holder,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...asOrganization(row), organizationRoles: roles.get(row.id) ?? [] }));
};

export default serve(organizations, {
  list: async (ctx, { query }) => {
    const condition = containing(query.q, ['id', 'name'], 'searchText');
    const rows = await ctx.page(
      ctx.db
        .selectFrom('organizations')
        .selectAll()
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      condition ? {} : { counter: 'organizations' },
    );
    if (!isOn(query.showFeatured)) return rows.map(asOrganization);
    const { counts, members } = await featuredMembers(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...asOrganization(row),
      usersCount: counts.get(row.id) ?? 0,
      featuredUsers: members.get(row.id) ?? [],
    }));
  },

  create: async (ctx, { body }) => {
    await checkMarkup(ctx, body, async () => undefined);
    return asOrganization(await ctx.change.insert('organizations', { id: random.shortId(), ...body }));
  },

  get: (ctx, { params }) => findOrganization(ctx, params.organizationId),

  update: async (ctx, { params: { organizationId: id }, body }) => {
    await checkMarkup(ctx, body, () => findOrganization(ctx, id));
    const row = await ctx.change.update('organizations', { id }, body);
    if (!row) throw notFound(id);
    return asOrganization(row);
  },

  remove: async ({ change }, { params: { organizationId: id } }) => {
    if (!(await change.remove('organizations', { id }))) throw notFound(id);
  },

  ofUser: async (ctx, { params: { userId }, query }) => {
    await requireUser(ctx, userId);
    const condition = containing(query.q, ['organizations.id', 'organizations.name'], 'organizations.searchText');
    const rows = await ctx.page(
      ctx.db
        .selectFrom('organizations')
        .innerJoin('organizationUsers', 'organizationUsers.organizationId', 'organizations.id')
        .selectAll('organizations')
        .where('organizationUsers.userId', '=', userId)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('organizationUsers.createdAt', 'desc')
        .orderBy('organizations.id'),
    );
    return withRoles(ctx, { userId }, rows);
  },

  ofApplication: async (ctx, { params: { applicationId }, query }) => {
    await findApplication(ctx, applicationId);
    const condition = containing(query.q, ['organizations.id', 'organizations.name'], 'organizations.searchText');
    const rows = await ctx.page(
      ctx.db
        .selectFrom('organizations')
        .innerJoin('organizationApplications', 'organizationApplications.organizationId', 'organizations.id')
        .selectAll('organizations')
        .where('organizationApplications.applicationId', '=', applicationId)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('organizationApplications.createdAt', 'desc')
        .orderBy('organizations.id'),
    );
    return withRoles(ctx, { applicationId }, rows);
  },
});
