// Password handlers for administrators.

import { hashNewPassword } from '../../authentication/experience/new-password.ts';
import { checkPassword } from '../../authentication/passwords/check-password.ts';
import type { Context } from '../../context.ts';
import { changeUser, findUser, requireUser, withPassword } from './find-user.ts';

type ById = { params: { userId: string } };
type WithPassword = ById & { body: { password: string } };
type WithNewPassword = ById & { body: { password: string; keepSessions?: boolean | undefined } };

export const userPasswordHandlers = {
  setPassword: async (ctx: Context, { params: { userId }, body }: WithNewPassword) => {
    await requireUser(ctx, userId);
    const keep = body.keepSessions ? 'all' : {};
    return withPassword(await changeUser(ctx, userId, await hashNewPassword(ctx, body.password), { keep }));
  },

  verifyPassword: async (ctx: Context, { params: { userId }, body: { password } }: WithPassword) => {
    await checkPassword(ctx, await findUser(ctx, userId), password);
  },

  hasPassword: async (ctx: Context, { params: { userId } }: ById) => ({
    hasPassword: (await findUser(ctx, userId)).passwordEncrypted !== null,
  }),
};
