// Custom data and profile of a user: read, and merged key by key.
import type { JsonObject } from '@tessera/contract/fields';
import type { UserProfile } from '@tessera/contract/user-profile';
import type { Context } from '../../context.ts';
import { changeUser, findUser } from './find-user.ts';

type ById = { params: { userId: string } };

export const userDataHandlers = {
  customData: async (ctx: Context, { params: { userId } }: ById) =>
    (await findUser(ctx, userId)).customData as JsonObject,

  updateCustomData: async (ctx: Context, { params: { userId }, body }: ById & { body: { customData: JsonObject } }) => {
    const row = await changeUser(ctx, userId, ({ customData }) => ({
      customData: { ...customData, ...body.customData },
    }));
    return row.customData as JsonObject;
  },

  updateProfile: async (ctx: Context, { params: { userId }, body }: ById & { body: { profile: UserProfile } }) => {
    const row = await changeUser(ctx, userId, ({ profile }) => ({ profile: { ...profile, ...body.profile } }));
    return row.profile as JsonObject;
  },
};
