// The invitation email.
import type { OrganizationInvitation } from '@tessera/contract/organization-invitations';
import { countMessage } from '../../authentication/messages/message-limit.ts';
import type { Context } from '../../context.ts';

type Payload = { [name in 'code' | 'link' | 'locale' | 'uiLocales']?: string | undefined };

export const sendInvitation = async (ctx: Context, invitation: OrganizationInvitation, payload: Payload) => {
  const { invitee, inviterId, organizationId } = invitation;
  await countMessage(ctx, invitee);
  const organization = await ctx.db
    .selectFrom('organizations')
    .select(['id', 'name', 'branding'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
  const inviter =
    inviterId &&
    (await ctx.db
      .selectFrom('users')
      .select(['id', 'name', 'avatar', 'username', 'primaryEmail', 'primaryPhone', 'profile'])
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
