// A user sets a new password with the link from an email. Afterwards they sign in as usual, with MFA if required.
import { passwordLinks } from '@tessera/contract/password-links';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { findUser } from '../../user-management/users/find-user.ts';
import { writeUser } from '../../user-management/users/write-user.ts';
import { checkPasswordPolicy, hashNewPassword } from '../experience/new-password.ts';
import { usableToken, useToken } from '../one-time-tokens/tokens.ts';
import { refuseSsoOnlyEmail } from '../sso-connectors/find.ts';

export default serve(passwordLinks, {
  use: async (ctx, { body: { email, token, password } }) => {
    const now = ctx.services.clock.now();
    // Checked before hashing, which is expensive.
    const { userId } = await usableToken(ctx.db, email, token, now, 'password');
    const user = await findUser(ctx, userId ?? '');
    // The address may have changed since the link was sent.
    if (user.primaryEmail?.toLowerCase() !== email.toLowerCase()) {
      throw new RequestError('one_time_token.token_revoked');
    }
    if (user.isSuspended) throw new RequestError('user.suspended');
    await refuseSsoOnlyEmail(ctx, email);
    const { username, primaryPhone: phone, name } = user;
    await checkPasswordPolicy(ctx, password, {
      email,
      ...(username && { username }),
      ...(phone && { phone }),
      ...(name && { name }),
    });
    const hashed = await hashNewPassword(ctx, password);
    ctx.actor = { type: 'user', id: user.id };
    const row = await useToken(await ctx.change.transaction(), email, token, now, 'password');
    // The status was set by consuming the token; this writes the change record.
    await ctx.change.update('oneTimeTokens', { id: row.id }, { status: 'consumed' });
    await writeUser(ctx, { kind: 'passwordReset' }, user.id, ({ primaryEmail, isSuspended }) => {
      if (isSuspended) throw new RequestError('user.suspended');
      if (primaryEmail !== user.primaryEmail) throw new RequestError('one_time_token.token_revoked');
      return { ...hashed, verifiedEmail: primaryEmail };
    });
    ctx.audit('PasswordLink.Use', { result: 'Success', userId: user.id });
  },
});
