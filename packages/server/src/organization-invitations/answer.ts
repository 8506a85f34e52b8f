// The end of an invitation: its owner accepts it, or somebody revokes it. It is used up first, then has its effect, in
// one transaction: of many who try at once one succeeds.
import { consume } from '../database/consume.ts';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';

const refused = (details: string) => new RequestError('request.invalid_input', { status: 422, details });

/** Only the person it was sent to may accept it. */
const requireInvited = async ({ change }: Context, invitee: string, userId: string | null): Promise<string> => {
  if (userId === null) throw refused('acceptedUserId is missing');
  const tx = await change.transaction();
  const user = await tx.selectFrom('users').select('primaryEmailKey').where('id', '=', userId).executeTakeFirst();
  if (user?.primaryEmailKey !== invitee.toLowerCase()) throw refused('the invitation is for another person');
  return userId;
};

const join = async ({ change }: Context, invitationId: string, organizationId: string, userId: string) => {
  const tx = await change.transaction();
  const roles = await tx
    .selectFrom('organizationInvitationRoles')
    .select('organizationRoleId')
    .where('organizationInvitationId', '=', invitationId)
    .execute();
  await change.insertMissing('organizationUsers', [{ organizationId, userId }], ['organizationId', 'userId']);
  await change.insertMissing(
    'organizationRoleUsers',
    roles.map(({ organizationRoleId }) => ({ organizationId, userId, organizationRoleId })),
    ['organizationId', 'userId', 'organizationRoleId'],
  );
};

export const answerInvitation = async (
  ctx: Context,
  id: string,
  status: 'Accepted' | 'Revoked',
  acceptedUserId: string | null,
): Promise<void> => {
  const tx = await ctx.change.transaction();
  const invitation = await tx
    .selectFrom('organizationInvitations')
    .select(['invitee', 'organizationId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!invitation) throw notFound(id);
  const userId = status === 'Accepted' ? await requireInvited(ctx, invitation.invitee, acceptedUserId) : null;
  if (!(await consume.invitation(tx, id, status))) throw refused('the invitation is not open any more');
  // The change record names who came; the status was written by using the invitation up.
  await ctx.change.update('organizationInvitations', { id }, { status, acceptedUserId: userId });
  if (userId !== null) await join(ctx, id, invitation.organizationId, userId);
};
