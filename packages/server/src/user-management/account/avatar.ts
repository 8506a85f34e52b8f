// Uploads an avatar. Users store one picture each, so that they do not use up the tenant's storage.
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { upload } from '../user-assets/upload.ts';
import { requireTenantQuota } from '../user-assets/upload-quota.ts';
import { removeUploads } from '../users/remove.ts';
import { changeOwn } from './own-row.ts';
import { requireEditable, requireScopes } from './permissions.ts';

type Ctx = ContextFor<'account'>;

const maxSize = 1024 * 1024;
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

export const uploadAvatar = async (ctx: Ctx, file: File): Promise<{ avatar: string }> => {
  requireEditable(ctx, 'avatar');
  requireScopes(ctx, 'profile');
  if (file.size > maxSize) throw new RequestError('guard.file_size_exceeded');
  if (!types.includes(file.type)) throw new RequestError('guard.mime_type_not_allowed');
  await requireTenantQuota(ctx, file.size);
  await removeUploads(ctx, ctx.userId);
  const { url: avatar } = await upload(ctx, file, ctx.userId);
  await changeOwn(ctx, { avatar });
  return { avatar };
};
