// Browsers in which a user is not asked for a second factor for a while.
import * as z from 'zod/mini';
import { pageQuery, timestamp } from './fields.ts';
import { del, get, resource } from './kit.ts';

export const rememberedDevice = z.object({
  id: z.string(),
  /** Of the sign-in in which it was remembered. */
  userAgent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  createdAt: timestamp,
  /** The last sign-in without a second factor. */
  lastUsedAt: z.nullable(timestamp),
  expiresAt: timestamp,
});
export type RememberedDevice = z.output<typeof rememberedDevice>;

const all = '/users/:userId/remembered-devices';

export const rememberedDevices = resource('remembered-devices', 'management', {
  list: get(all, { query: z.object(pageQuery), response: z.array(rememberedDevice), paged: 'always' }),
  removeAll: del(all, { change: 'user.devices-forgotten' }),
  remove: del(`${all}/:deviceId`, { change: 'user.device-forgotten' }),
});

const own = '/my-account/remembered-devices';

/** Part of the Account API. */
export const accountDevices = {
  listDevices: get(own, { query: z.object(pageQuery), response: z.array(rememberedDevice), paged: 'always' }),
  forgetDevices: del(own, { change: 'user.devices-forgotten' }),
  forgetDevice: del(`${own}/:deviceId`, { change: 'user.device-forgotten' }),
};
