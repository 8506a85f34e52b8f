// Me API handlers: a console user's own account.
import type { JsonObject } from '@tessera/contract/fields';
import { profile } from '@tessera/contract/profile';
import type { User } from '@tessera/contract/users';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { assetStatus, upload } from '../user-assets/upload.ts';
import { requireOwnQuota } from '../user-assets/upload-quota.ts';
import { writeUser } from '../users/write-user.ts';
import { newEmailColumns, sendEmailCode, verifyEmailCode } from './email.ts';
import { changeOwnPassword, type OwnRow, verifyOwnPassword } from './password.ts';
import { dropVerifications } from './verifications.ts';

const ownRow = async ({ db, userId }: ContextFor<'me'>): Promise<OwnRow> => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!row) throw new RequestError('auth.unauthorized');
  return row;
};
/** A suspended user can only read their own account. */
const activeRow = async (ctx: ContextFor<'me'>): Promise<OwnRow> => {
  const row = await ownRow(ctx);
  if (row.isSuspended) throw new RequestError('user.suspended');
  return row;
};
const shown = (row: OwnRow) => ({
  ...(row as unknown as User),
  ...(row.passwordEncrypted !== null && { hasPassword: true }),
});

export default serve(profile, {
  get: async (ctx) => shown(await ownRow(ctx)),

  update: async (ctx, { body }) => {
    const before = await activeRow(ctx);
    const { primaryEmail, ...columns } = body;
    const email = primaryEmail === undefined ? {} : await newEmailColumns(ctx, before, primaryEmail);
    const row = await writeUser(ctx, { kind: 'me' }, ctx.userId, { ...columns, ...email });
    if (primaryEmail !== undefined) await dropVerifications(ctx);
    return shown(row ?? before);
  },

  customData: async (ctx) => (await activeRow(ctx)).customData as JsonObject,
  updateCustomData: async (ctx, { body }) => {
    await activeRow(ctx);
    const row = await writeUser(ctx, { kind: 'me' }, ctx.userId, ({ customData }) => ({
      customData: { ...customData, ...body },
    }));
    if (!row) throw new RequestError('auth.unauthorized');
    return row.customData as JsonObject;
  },

  verifyPassword: async (ctx, { body }) => verifyOwnPassword(ctx, await activeRow(ctx), body.password),
  sendCode: async (ctx, { body }) => {
    await activeRow(ctx);
    await sendEmailCode(ctx, body.email);
  },
  verifyCode: async (ctx, { body }) => {
    await activeRow(ctx);
    await verifyEmailCode(ctx, body.email, body.verificationCode);
  },
  changePassword: async (ctx, { body }) => changeOwnPassword(ctx, await activeRow(ctx), body),

  assetStatus,
  uploadAsset: async (ctx, { body: { file } }) => {
    await activeRow(ctx);
    await requireOwnQuota(ctx, file.size, ctx.userId);
    return upload(ctx, file, ctx.userId);
  },
});
