// Accepts or revokes an invitation. It is consumed first and then takes effect, in one transaction: only one of many
// concurrent attempts succeeds.

import type { Context } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { ownerColumns, ownsAddress } from '../users/verified-addresses.ts';

const refused = (details: string) => new RequestError('request.invalid_input', { status: 422, details });

/** Only the invitee may accept it: an unverified address may belong to someone else. */
const requireInvited = async ({ change }: Context, invitee: string, userId: string | null): Promise<string> => {
  if (userId === null) throw refused('acceptedUserId is missing');
  const tx = await change.transaction();
  const user = await tx
    .selectFrom('users')
    .select([...ownerColumns, 'primaryEmailKey'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new RequestError('entity.not_found');
  if (user.primaryEmailKey !== invitee.toLowerCase()) throw refused('the invitation is for another person');
  if (!ownsAddress(user, 'email')) throw refused('the email address of the user is not verified');
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
  // The change record names the user; the status was set by consuming the invitation.
  await ctx.change.update('organizationInvitations', { id }, { status, acceptedUserId: userId });
  if (userId !== null) await join(ctx, id, invitation.organizationId, userId);
};
