// Hasura webhook authentication by the access token of the forwarded request.
import { hasura } from '@tessera/contract/hasura';
import { resourceCaller } from '../../authorization/access/authenticate.ts';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';

const holds = async ({ db }: Context, userId: string, role: string): Promise<boolean> => {
  const row = await db
    .selectFrom('usersRoles')
    .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
    .select('roles.id')
    .where('usersRoles.userId', '=', userId)
    .where('roles.name', '=', role)
    .executeTakeFirst();
  return row !== undefined;
};

export default serve(hasura, {
  authorize: async (ctx, { query: { resource, unauthorizedRole } }) => {
    const { authorization, 'expected-role': role } = ctx.raw.request.headers;
    const caller = await resourceCaller(ctx.services, ctx.tenantId, resource, authorization).catch((error: unknown) => {
      if (unauthorizedRole !== undefined && error instanceof RequestError) return undefined;
      throw error;
    });
    if (!caller) return { 'X-Hasura-Role': unauthorizedRole };
    if (typeof role !== 'string' || caller.isApplication || !(await holds(ctx, caller.subject, role))) {
      throw new RequestError('auth.expected_role_not_found');
    }
    return { 'X-Hasura-User-Id': caller.subject, 'X-Hasura-Role': role };
  },
});
