// A new password must differ from the current one. The answer tells whether a guess is right, in a password reset as often
// as asked, so it is limited per user. The lockout doesn't count it: users who are locked out reset their password.
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { passwordFits } from './fits.ts';

type User = Parameters<typeof passwordFits>[1] & { id: string };

export const refuseSamePassword = async (ctx: Context, user: User, password: string): Promise<void> => {
  await ctx.services.newPasswordLimit.spend(`${ctx.tenantId}/${user.id}`);
  if (await passwordFits(ctx, user, password)) throw new RequestError('user.same_password');
};
