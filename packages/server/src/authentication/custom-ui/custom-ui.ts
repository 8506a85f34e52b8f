// Uploads a custom sign-in UI: unpacked immediately, stored file by file, and used once the sign-in experience
// references it.
import { customUi } from '@tessera/contract/custom-ui';
import { maxUploadSize } from '@tessera/contract/user-assets';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { requireTenantQuota } from '../../user-management/user-assets/upload-quota.ts';
import { requireOwnOrigin } from '../sign-in-experience/tenant-markup.ts';
import type { UiFiles } from './cached-custom-ui.ts';
import { fileTypeOf } from './file-types.ts';
import { unpack } from './unpack.ts';

const archiveTypes = ['application/zip', 'application/x-zip-compressed'];

export default serve(customUi, {
  upload: async (ctx, { body: { file } }) => {
    const { services, tenantId, change } = ctx;
    if (isAdminTenant(tenantId)) throw new RequestError('guard.not_allowed_for_admin_tenant');
    requireOwnOrigin(ctx);
    if (file.size > maxUploadSize) throw new RequestError('guard.file_size_exceeded');
    if (!archiveTypes.includes(file.type)) throw new RequestError('guard.mime_type_not_allowed');
    const contents = await unpack(Buffer.from(await file.arrayBuffer()));
    const sizes = [...contents.values()].map(({ byteLength }) => byteLength);
    await requireTenantQuota(
      ctx,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    const id = random.id();
    const hashes = await services.files.store(await change.transaction(), tenantId, [...contents.values()]);
    const files: UiFiles = Object.fromEntries(
      [...contents].map(([path, { byteLength: size }], index) => [
        path,
        { mimeType: fileTypeOf(path) ?? '', size, hash: hashes[index] },
      ]),
    );
    await change.insert('customUiAssets', { id, status: 'Ready', size: file.size, files });
    return { customUiAssetId: id };
  },
});
