// Organizations a user has granted to a third-party application.
import { consentOrganizations } from '@tessera/contract/consent-organizations';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { requireUser } from '../../user-management/users/find-user.ts';
import { requireThirdParty } from './consent-scopes.ts';

const table = 'applicationUserConsentOrganizations';
type Pair = { applicationId: string; userId: string };
const keyColumns = ['applicationId', 'userId', 'organizationId'];

const pairOf = async (ctx: Context, { id, userId }: { id: string; userId: string }): Promise<Pair> => {
  await requireThirdParty(ctx, id);
  await requireUser(ctx, userId);
  return { applicationId: id, userId };
};

/** Users can only grant organizations they belong to. */
export const requireMembership = async ({ db }: Pick<Context, 'db'>, userId: string, organizationIds: string[]) => {
  if (organizationIds.length === 0) return;
  const rows = await db
    .selectFrom('organizationUsers')
    .select('organizationId')
    .where('userId', '=', userId)
    .where('organizationId', 'in', organizationIds)
    .execute();
  if (rows.length < new Set(organizationIds).size) throw new RequestError('organization.require_membership');
};

export const openOrganizations = ({ change }: Context, pair: Pair, organizationIds: string[]) =>
  change.insertMissing(
    table,
    [...new Set(organizationIds)].map((organizationId) => ({ ...pair, organizationId })),
    keyColumns,
  );

/** `false`: it was not open. */
export const closeOrganization = ({ change }: Context, pair: Pair, organizationId: string): Promise<boolean> =>
  change.remove(table, { ...pair, organizationId });

export default serve(consentOrganizations, {
  list: async (ctx, { params }) => {
    const { applicationId, userId } = await pairOf(ctx, params);
    const rows = await ctx.page(
      ctx.db
        .selectFrom('organizations')
        .innerJoin(
          'applicationUserConsentOrganizations',
          'applicationUserConsentOrganizations.organizationId',
          'organizations.id',
        )
        .selectAll('organizations')
        .where('applicationId', '=', applicationId)
        .where('userId', '=', userId)
        .orderBy('organizations.name')
        .orderBy('organizations.id'),
    );
    return { organizations: rows as never };
  },

  replace: async (ctx, { params, body: { organizationIds } }) => {
    const pair = await pairOf(ctx, params);
    await requireMembership(ctx, pair.userId, organizationIds);
    const tx = await ctx.change.transaction();
    const rows = await tx
      .selectFrom(table)
      .select('organizationId')
      .where('applicationId', '=', pair.applicationId)
      .where('userId', '=', pair.userId)
      .execute();
    const wanted = new Set(organizationIds);
    const closed = rows.map(({ organizationId }) => organizationId).filter((id) => !wanted.has(id));
    await ctx.change.removeAll(table, pair, 'organizationId', closed);
    await openOrganizations(ctx, pair, organizationIds);
  },

  add: async (ctx, { params, body: { organizationIds } }) => {
    const pair = await pairOf(ctx, params);
    await requireMembership(ctx, pair.userId, organizationIds);
    await openOrganizations(ctx, pair, organizationIds);
  },

  remove: async (ctx, { params: { organizationId, ...rest } }) => {
    const pair = await pairOf(ctx, rest);
    if (!(await closeOrganization(ctx, pair, organizationId))) throw notFound(organizationId);
    const { type, id } = ctx.actor;
    ctx.audit('RevokeOrganization', { result: 'Success', actor: { type, id }, ...pair, organizationId });
  },
});
