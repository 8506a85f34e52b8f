// Remembered devices of one's own account, forgotten after verification.
import type { RememberedDevice } from '@tessera/contract/remembered-devices';
import { forgetDevices } from '../../authentication/remembered-devices/devices.ts';
import { listDevices } from '../../authentication/remembered-devices/remembered-devices.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { requireVerified } from './permissions.ts';

type Ctx = ContextFor<'account'>;

export const deviceHandlers = {
  listDevices: (ctx: Ctx): Promise<RememberedDevice[]> => listDevices(ctx, ctx.userId),

  forgetDevices: async (ctx: Ctx): Promise<void> => {
    await requireVerified(ctx);
    await forgetDevices(ctx, ctx.userId);
  },

  forgetDevice: async (ctx: Ctx, { params: { deviceId } }: { params: { deviceId: string } }): Promise<void> => {
    await requireVerified(ctx);
    if (!(await forgetDevices(ctx, ctx.userId, deviceId))) throw new RequestError('entity.not_found');
  },
};
