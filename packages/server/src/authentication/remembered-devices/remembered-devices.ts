// A user's remembered devices, listed and forgotten by administrators.
import { type RememberedDevice, rememberedDevices } from '@tessera/contract/remembered-devices';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { requireUser } from '../../user-management/users/find-user.ts';
import { forgetDevices } from './devices.ts';

/** A page of them, newest first. */
export const listDevices = (ctx: Context, userId: string): Promise<RememberedDevice[]> =>
  ctx.page(
    ctx.db
      .selectFrom('rememberedDevices')
      .select(['id', 'userAgent', 'ip', 'createdAt', 'lastUsedAt', 'expiresAt'])
      .where('userId', '=', userId)
      .where('expiresAt', '>', sql<number>`now()`)
      .orderBy('createdAt', 'desc')
      .orderBy('id'),
  );

export default serve(rememberedDevices, {
  list: async (ctx, { params: { userId } }) => {
    await requireUser(ctx, userId);
    return listDevices(ctx, userId);
  },

  removeAll: async (ctx, { params: { userId } }) => {
    await requireUser(ctx, userId);
    await forgetDevices(ctx, userId);
  },

  remove: async (ctx, { params: { userId, deviceId } }) => {
    await requireUser(ctx, userId);
    if (!(await forgetDevices(ctx, userId, deviceId))) throw new RequestError('entity.not_found');
  },
});
