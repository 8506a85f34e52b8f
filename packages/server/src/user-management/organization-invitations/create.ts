// Creates an invitation for an address that is neither a member nor has a pending invitation.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';

export type NewInvitation = {
  invitee: string;
  organizationId: string;
  inviterId?: string | null | undefined;
  expiresAt: number;
  organizationRoleIds?: string[] | undefined;
};

const refused = (details: string, status = 422) => new RequestError('request.invalid_input', { status, details });

const refuseMember = async ({ change }: Context, { invitee, organizationId }: NewInvitation) => {
  const tx = await change.transaction();
  const member = await tx
    .selectFrom('users')
    .innerJoin('organizationUsers as member', 'member.userId', 'users.id')
    .select('users.id')
    .where('users.primaryEmailKey', '=', invitee.toLowerCase())
    .where('member.organizationId', '=', organizationId)
    .executeTakeFirst();
  if (member) throw refused('the invited person is a member already');
};

/** Expires a pending invitation past its time, to make room for another. */
const closeStale = async ({ change }: Context, { invitee, organizationId }: NewInvitation) => {
  const tx = await change.transaction();
  const stale = await tx
    .selectFrom('organizationInvitations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('inviteeKey', '=', invitee.toLowerCase())
    .where('status', '=', 'Pending')
    .where('expiresAt', '<=', sql<number>`now()`)
    .execute();
  for (const { id } of stale) await change.update('organizationInvitations', { id }, { status: 'Expired' });
};

const addRoles = async ({ change }: Context, invitationId: string, roleIds: string[]) => {
  if (roleIds.length === 0) return;
  const tx = await change.transaction();
  const otherRole = await tx
    .selectFrom('organizationRoles')
    .select('id')
    .where('id', 'in', roleIds)
    .where('type', '!=', 'User')
    .executeTakeFirst();
  if (otherRole) throw refused('a machine-to-machine role cannot be assigned to a user');
  await change.insertMissing(
    'organizationInvitationRoles',
    roleIds.map((organizationRoleId) => ({ organizationInvitationId: invitationId, organizationRoleId })),
    ['organizationInvitationId', 'organizationRoleId'],
  );
};

/** Returns its ID. */
export const createInvitation = async (ctx: Context, invitation: NewInvitation): Promise<string> => {
  const { invitee, organizationId, inviterId = null, expiresAt, organizationRoleIds = [] } = invitation;
  if (expiresAt <= ctx.services.clock.now()) throw refused('expiresAt is in the past', 400);
  await refuseMember(ctx, invitation);
  await closeStale(ctx, invitation);
  const row = { id: random.id(), invitee, organizationId, inviterId, expiresAt };
  const { id } = await ctx.change.insert('organizationInvitations', row);
  await addRoles(ctx, id, organizationRoleIds);
  return id;
};
