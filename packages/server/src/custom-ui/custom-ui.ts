// Taking pages of a tenant's own: unpacked at once, stored file by file, in use as soon as the sign-in experience says so.
import { customUi } from '@tessera/contract/custom-ui';
import { maxUploadSize } from '@tessera/contract/user-assets';
import type { Context } from '../http/context.ts';
import { adminTenant } from '../http/place.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { fileTypeOf } from './file-types.ts';
import { assetKey, type UiFiles } from './read.ts';
import { unpack } from './unpack.ts';

const archiveTypes = ['application/zip', 'application/x-zip-compressed'];

/** On one origin with the console, somebody's pages could act as whoever is signed in there. */
const refuseSharedOrigin = ({ services }: Context) => {
  const { edition, tenantEndpoint } = services.settings;
  if (edition === 'cloud' && !tenantEndpoint) throw new RequestError('request.feature_not_supported');
};

export default serve(customUi, {
  upload: async (ctx, { body: { file } }) => {
    const { services, tenantId, change } = ctx;
    if (tenantId === adminTenant) throw new RequestError('guard.not_allowed_for_admin_tenant');
    refuseSharedOrigin(ctx);
    if (file.size > maxUploadSize) throw new RequestError('guard.file_size_exceeded');
    if (!archiveTypes.includes(file.type)) throw new RequestError('guard.mime_type_not_allowed');
    const contents = await unpack(Buffer.from(await file.arrayBuffer()));
    const id = random.id();
    change.onRollback(() => services.assets.remove(assetKey(tenantId, id, 'index.html')));
    const files: UiFiles = {};
    for (const [path, content] of contents) {
      files[path] = { mimeType: fileTypeOf(path) ?? '', size: content.byteLength };
      await services.assets.write(assetKey(tenantId, id, path), content).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'an upload could not be stored');
        throw new RequestError('storage.upload_error');
      });
    }
    await change.insert('customUiAssets', { id, status: 'Ready', size: file.size, files });
    return { customUiAssetId: id };
  },
});
