// Deleting a user. What refers to the row goes with it in the database; what lies elsewhere goes from here.
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { noticeEndsOfUser } from './end-sessions.ts';
import { requireUser, userNotFound } from './find-user.ts';

/** The pictures that the user uploaded: the rows now, the files once it is certain. */
const removeUploads = async ({ change, services }: Context, userId: string) => {
  const tx = await change.transaction();
  const uploads = await tx.selectFrom('userAssets').select(['id', 'key']).where('userId', '=', userId).execute();
  for (const { id } of uploads) await change.remove('userAssets', { id });
  change.onCommit(async () => {
    await Promise.allSettled(uploads.map(({ key }) => services.assets.remove(key)));
  });
};

export const removeUser = async (ctx: Context, userId: string): Promise<void> => {
  await requireUser(ctx, userId);
  if (ctx.actor.type === 'user' && ctx.actor.id === userId) throw new RequestError('user.cannot_delete_self');
  await noticeEndsOfUser(ctx, userId);
  if (!(await ctx.change.remove('users', { id: userId }))) throw userNotFound();
  await removeUploads(ctx, userId);
};
