// The mail that invites somebody into an organization.
import type { OrganizationInvitation } from '@tessera/contract/organization-invitations';
import type { Context } from '../http/context.ts';

type Payload = { [name in 'code' | 'link' | 'locale' | 'uiLocales']?: string | undefined };

export const sendInvitation = async (ctx: Context, invitation: OrganizationInvitation, payload: Payload) => {
  const { invitee, inviterId, organizationId } = invitation;
  const organization = await ctx.db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
  const inviter =
    inviterId &&
    (await ctx.db
      .selectFrom('users')
      .select(['id', 'name', 'username', 'primaryEmail'])
      .where('id', '=', inviterId)
      .executeTakeFirst());
  const given = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  await ctx.services.messages.send(ctx, {
    channel: 'Email',
    to: invitee,
    type: 'OrganizationInvitation',
    payload: { ...given, organization, ...(inviter && { inviter }) },
  });
};
