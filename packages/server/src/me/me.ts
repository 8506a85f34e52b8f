// What a console user reads and changes about themself.
import type { JsonObject } from '@tessera/contract/fields';
import { me } from '@tessera/contract/me';
import type { User } from '@tessera/contract/users';
import type { Selectable } from 'kysely';
import type { UsersTable } from '../database/tables.gen.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { assetStatus, upload } from '../user-assets/upload.ts';
import { changeOwnPassword, verifyOwnPassword } from './password.ts';

export type OwnRow = Selectable<UsersTable>;

const ownRow = async ({ db, userId }: ContextFor<'me'>): Promise<OwnRow> => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!row) throw new RequestError('auth.unauthorized');
  return row;
};
/** A suspended person may see who they are, and that is all. */
const activeRow = async (ctx: ContextFor<'me'>): Promise<OwnRow> => {
  const row = await ownRow(ctx);
  if (row.isSuspended) throw new RequestError('user.suspended');
  return row;
};
const shown = (row: OwnRow) => ({
  ...(row as unknown as User),
  ...(row.passwordEncrypted !== null && { hasPassword: true }),
});

export default serve(me, {
  get: async (ctx) => shown(await ownRow(ctx)),

  update: async (ctx, { body }) => {
    const before = await activeRow(ctx);
    const row = await ctx.change.update('users', { id: ctx.userId }, body);
    return shown(row ?? before);
  },

  customData: async (ctx) => (await activeRow(ctx)).customData as JsonObject,
  updateCustomData: async (ctx, { body }) => {
    await activeRow(ctx);
    // Locked, so that of two changes at once neither loses what the other wrote.
    const tx = await ctx.change.transaction();
    const own = tx.selectFrom('users').select('customData').where('id', '=', ctx.userId).forUpdate();
    const customData = { ...(await own.executeTakeFirst())?.customData, ...body };
    await ctx.change.update('users', { id: ctx.userId }, { customData });
    return customData as JsonObject;
  },

  verifyPassword: async (ctx, { body }) => verifyOwnPassword(ctx, await activeRow(ctx), body.password),
  changePassword: async (ctx, { body }) => changeOwnPassword(ctx, await activeRow(ctx), body.password),

  assetStatus,
  uploadAsset: async (ctx, { body: { file } }) => {
    await activeRow(ctx);
    return upload(ctx, file, ctx.userId);
  },
});
