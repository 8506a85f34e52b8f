// Accepts an upload: validates its type, stores it and names it.
import { fontType, maxFontSize } from '@tessera/contract/appearance-options';
import { maxUploadSize, uploadTypes } from '@tessera/contract/user-assets';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';

export const assetStatus = () => ({
  status: 'ready' as const,
  allowUploadMimeTypes: [...uploadTypes],
  maxUploadFileSize: maxUploadSize,
});

/** Uploaded names may be anything; the stored name is plain. */
const safeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-80) || 'file';

/** Browsers report a font by the name of its file only. */
const checkFont = (content: Uint8Array) => {
  if (content.length > maxFontSize) throw new RequestError('guard.file_size_exceeded');
  const isWoff2 = Buffer.from(content.subarray(0, 4)).toString('latin1') === 'wOF2';
  if (!isWoff2) throw new RequestError('guard.mime_type_not_allowed');
};

export const upload = async (ctx: Context, file: File, userId: string | null): Promise<{ url: string }> => {
  if (file.size > maxUploadSize) throw new RequestError('guard.file_size_exceeded');
  if (!(uploadTypes as readonly string[]).includes(file.type)) throw new RequestError('guard.mime_type_not_allowed');
  const { services, tenantId } = ctx;
  const id = random.id();
  const day = new Date(services.clock.now()).toISOString().slice(0, 10).replaceAll('-', '/');
  const name = safeName(file.name);
  const key = `${tenantId}/${userId ?? 'tenant'}/${day}/${id}/${name}`;
  const url = `${services.addresses.tenant(tenantId)}/user-assets/${key}`;
  const content = new Uint8Array(await file.arrayBuffer());
  if (file.type === fontType) checkFont(content);
  const [hash = ''] = await services.files.store(await ctx.change.transaction(), tenantId, [content]);
  await ctx.change.insert('userAssets', { id, userId, key, hash, name, mimeType: file.type, size: file.size, url });
  return { url };
};
