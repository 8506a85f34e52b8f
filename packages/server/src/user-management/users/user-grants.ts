// The applications with access to a user's account, for administrators.
import { userGrants } from '@tessera/contract/user-grants';
import type { Context } from '../../context.ts';
import { serve } from '../../serve.ts';
import { requireUser, userNotFound } from './find-user.ts';
import { listGrants } from './grants.ts';
import { revokeGrants } from './revoke-grants.ts';

const revoke = async (ctx: Context, userId: string, wanted: Parameters<typeof revokeGrants>[2]) => {
  await requireUser(ctx, userId);
  const revoked = await revokeGrants(ctx, userId, wanted);
  if (!revoked) throw userNotFound();
  const { type, id } = ctx.actor;
  ctx.audit('RevokeToken', { result: 'Success', actor: { type, id }, userId, ...revoked });
};

export default serve(userGrants, {
  list: async (ctx, { params: { userId } }) => {
    await requireUser(ctx, userId);
    return listGrants(ctx, userId);
  },

  remove: (ctx, { params: { userId, grantId } }) => revoke(ctx, userId, { grantId }),
  removeApplication: (ctx, { params: { userId, applicationId } }) => revoke(ctx, userId, { applicationId }),
});
