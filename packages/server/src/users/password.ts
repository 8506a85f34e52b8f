// The password of a user, in the hands of an administrator.
import { hashNewPassword } from '../experience/new-password.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { passwordFits } from '../passwords/fits.ts';
import { renewPasswordHash } from '../passwords/renew.ts';
import { changeUser, findUser, requireUser, withPassword } from './find-user.ts';

type ById = { params: { userId: string } };
type WithPassword = ById & { body: { password: string } };

export const userPasswordHandlers = {
  setPassword: async (ctx: Context, { params: { userId }, body: { password } }: WithPassword) => {
    await requireUser(ctx, userId);
    return withPassword(await changeUser(ctx, userId, await hashNewPassword(password)));
  },

  verifyPassword: async (ctx: Context, { params: { userId }, body: { password } }: WithPassword) => {
    const row = await findUser(ctx, userId);
    if (!(await passwordFits(row, password))) throw new RequestError('session.invalid_credentials');
    await renewPasswordHash(ctx, row, password);
  },

  hasPassword: async (ctx: Context, { params: { userId } }: ById) => ({
    hasPassword: (await findUser(ctx, userId)).passwordEncrypted !== null,
  }),
};
