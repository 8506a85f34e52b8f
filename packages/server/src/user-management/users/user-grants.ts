// The applications with access to a user's account, for administrators.
import { userGrants } from '@tessera/contract/user-grants';
import { serve } from '../../serve.ts';
import { revokeGrant } from './end-sessions.ts';
import { requireUser, userNotFound } from './find-user.ts';
import { listGrants } from './grants.ts';

export default serve(userGrants, {
  list: async (ctx, { params: { userId } }) => {
    await requireUser(ctx, userId);
    return listGrants(ctx, userId);
  },

  remove: async (ctx, { params: { userId, grantId } }) => {
    await requireUser(ctx, userId);
    if (!(await revokeGrant(ctx, userId, grantId))) throw userNotFound();
    const { type, id } = ctx.actor;
    ctx.audit('RevokeToken', { result: 'Success', actor: { type, id }, userId, grantId });
  },
});
