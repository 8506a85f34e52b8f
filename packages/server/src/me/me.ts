// What a console user reads and changes about themself.
import type { JsonObject } from '@tessera/contract/fields';
import { me } from '@tessera/contract/me';
import type { User } from '@tessera/contract/users';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';

const ownRow = async ({ db, userId }: ContextFor<'me'>) => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!row) throw new RequestError('auth.unauthorized');
  return row;
};

export default serve(me, {
  get: async (ctx) => {
    const row = await ownRow(ctx);
    return { ...(row as unknown as User), ...(row.passwordEncrypted !== null && { hasPassword: true }) };
  },
  customData: async (ctx) => (await ownRow(ctx)).customData as JsonObject,
  updateCustomData: async (ctx, { body }) => {
    const row = await ownRow(ctx);
    if (row.isSuspended) throw new RequestError('user.suspended');
    const customData = { ...row.customData, ...body };
    await ctx.change.update('users', { id: ctx.userId }, { customData });
    return customData as JsonObject;
  },
});
