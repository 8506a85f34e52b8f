// What developers, and the standard, keep with a user: read, and changed key by key.
import { fitsCustomData } from '@tessera/contract/custom-data';
import type { JsonObject } from '@tessera/contract/fields';
import type { UserProfile } from '@tessera/contract/user-profile';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { changeUser, findUser, lockUser } from './find-user.ts';

type ById = { params: { userId: string } };

const tooMuch = () => new RequestError('guard.invalid_input', { details: 'customData: too much' });

export const userDataHandlers = {
  customData: async (ctx: Context, { params: { userId } }: ById) =>
    (await findUser(ctx, userId)).customData as JsonObject,

  updateCustomData: async (ctx: Context, { params: { userId }, body }: ById & { body: { customData: JsonObject } }) => {
    const row = await lockUser(ctx, userId);
    const customData = { ...row.customData, ...body.customData };
    // The whole is what has a limit, not the part that was sent.
    if (!fitsCustomData(customData)) throw tooMuch();
    return (await changeUser(ctx, userId, { customData })).customData as JsonObject;
  },

  updateProfile: async (ctx: Context, { params: { userId }, body }: ById & { body: { profile: UserProfile } }) => {
    const row = await lockUser(ctx, userId);
    return (await changeUser(ctx, userId, { profile: { ...row.profile, ...body.profile } })).profile as JsonObject;
  },
};
