// Taking an uploaded file: what it may be, where it goes, what it is called.
import { maxUploadSize, uploadTypes } from '@tessera/contract/user-assets';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { random } from '../random.ts';

export const assetStatus = () => ({
  status: 'ready' as const,
  allowUploadMimeTypes: [...uploadTypes],
  maxUploadFileSize: maxUploadSize,
});

/** The name as somebody gave it may be anything; what is stored is plain. */
const safeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-80) || 'file';

export const upload = async (ctx: Context, file: File, userId: string | null): Promise<{ url: string }> => {
  if (file.size > maxUploadSize) throw new RequestError('guard.file_size_exceeded');
  if (!(uploadTypes as readonly string[]).includes(file.type)) throw new RequestError('guard.mime_type_not_allowed');
  const { services, tenantId } = ctx;
  const id = random.id();
  const day = new Date(services.clock.now()).toISOString().slice(0, 10).replaceAll('-', '/');
  const name = safeName(file.name);
  const key = `${tenantId}/${userId ?? 'tenant'}/${day}/${id}/${name}`;
  const url = `${services.addresses.tenant(tenantId)}/user-assets/${key}`;
  ctx.change.onRollback(() => services.assets.remove(key));
  await services.assets.write(key, new Uint8Array(await file.arrayBuffer())).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'an upload could not be stored');
    throw new RequestError('storage.upload_error');
  });
  await ctx.change.insert('userAssets', { id, userId, key, name, mimeType: file.type, size: file.size, url });
  return { url };
};
