// Deletes a user. The database cascades to referencing rows; everything else is deleted here.
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { noticeEndsOfUser } from './end-sessions.ts';
import { requireUser, userNotFound } from './find-user.ts';

type Ctx = Pick<Context, 'actor' | 'db' | 'change' | 'services' | 'tenantId'>;

/** The user's uploads: rows now, files after the commit. */
export const removeUploads = async (
  { change, services, tenantId }: Pick<Ctx, 'change' | 'services' | 'tenantId'>,
  userId: string,
): Promise<void> => {
  const tx = await change.transaction();
  const uploads = await tx.selectFrom('userAssets').select('id').where('userId', '=', userId).execute();
  for (const { id } of uploads) await change.remove('userAssets', { id });
  if (uploads.length > 0) change.onCommit(() => services.files.removeUnused(tenantId));
};

/** The only way to delete a user: administrators and the account API use it. */
export const deleteUser = async (ctx: Ctx, userId: string): Promise<void> => {
  await noticeEndsOfUser(ctx, userId);
  if (!(await ctx.change.remove('users', { id: userId }))) throw userNotFound();
  await removeUploads(ctx, userId);
};

/** Administrators cannot delete themselves. */
export const removeUser = async (ctx: Ctx, userId: string): Promise<void> => {
  await requireUser(ctx, userId);
  if (ctx.actor.type === 'user' && ctx.actor.id === userId) throw new RequestError('user.cannot_delete_self');
  await deleteUser(ctx, userId);
};
