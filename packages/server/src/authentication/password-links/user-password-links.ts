// Sends a user a link to set a new password: a reset, or an invitation for users without a password.
import { userPasswordLinks } from '@tessera/contract/password-links';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { findUser, type UserRow } from '../../user-management/users/find-user.ts';
import { countMessage } from '../messages/message-limit.ts';
import { ssoConnectorsFor } from '../sso-connectors/find.ts';
import { revokePasswordLinks } from './revoke-links.ts';

const resetLifetime = 60 * 60;
const invitationLifetime = 7 * 24 * 60 * 60;

const problems = {
  suspended: 'user.suspended',
  no_email: 'user.email_not_exist',
  sso_only: 'session.sso_enabled',
  no_connector: 'connector.not_found',
} as const;

const problemOf = async (ctx: Context, user: UserRow): Promise<keyof typeof problems | null> => {
  if (user.isSuspended) return 'suspended';
  if (!user.primaryEmail) return 'no_email';
  if ((await ssoConnectorsFor(ctx, user.primaryEmail)).length > 0) return 'sso_only';
  return (await ctx.services.messages.canSend(ctx.tenantId, 'Email')) ? null : 'no_connector';
};

export default serve(userPasswordLinks, {
  get: async (ctx, { params: { userId } }) => ({ problem: await problemOf(ctx, await findUser(ctx, userId)) }),

  send: async (ctx, { params: { userId } }) => {
    const user = await findUser(ctx, userId);
    const problem = await problemOf(ctx, user);
    const email = user.primaryEmail ?? '';
    if (problem) throw new RequestError(problems[problem], { status: 422 });
    await countMessage(ctx, email);
    const isInvitation = user.passwordEncrypted === null;
    const expiresIn = isInvitation ? invitationLifetime : resetLifetime;
    const token = random.secret();
    const id = random.id();
    await ctx.change.insert('oneTimeTokens', {
      ...{ id, email, userId, token: digestOf(token) },
      // By the database's clock, which is also used on redemption.
      expiresAt: sql`now() + ${expiresIn} * interval '1 second'` as never,
    });
    // In the fragment, so that it is in no log and no referrer.
    const link = `${ctx.services.addresses.tenant(ctx.tenantId)}/set-password#${new URLSearchParams({ email, token })}`;
    const { name, username, primaryEmail, primaryPhone, avatar } = user;
    const type = isInvitation ? 'UserInvitation' : 'PasswordReset';
    const payload = { link, user: { id: userId, name, username, primaryEmail, primaryPhone, avatar } };
    // Committed before the message is sent, so that no transaction waits for a mail server.
    await ctx.change.commit();
    await ctx.services.messages.send(ctx, { channel: 'Email', to: email, type, payload }).catch(async (error) => {
      await ctx.change.update('oneTimeTokens', { id }, { status: 'revoked' });
      await ctx.change.commit();
      throw error;
    });
    // Only the newest link works. A link that cannot be sent replaces no earlier one.
    await revokePasswordLinks(ctx, userId, id);
    ctx.audit('PasswordLink.Send', { result: 'Success', userId, actor: ctx.actor, isInvitation });
    return { email, isInvitation, expiresIn };
  },
});
