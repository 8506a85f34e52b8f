// A tenant's uploads, and serving them.
import { fontType } from '@tessera/contract/appearance-options';
import { userAssets } from '@tessera/contract/user-assets';
import type { FastifyInstance } from 'fastify';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { assetStatus, upload } from './upload.ts';
import { requireTenantQuota } from './upload-quota.ts';

export default serve(userAssets, {
  status: assetStatus,
  upload: async (ctx, { body: { file } }) => {
    await requireTenantQuota(ctx, file.size);
    return upload(ctx, file, ctx.actor.type === 'user' ? ctx.actor.id : null);
  },

  list: ({ db, page }) => page(db.selectFrom('userAssets').selectAll().orderBy('createdAt', 'desc').orderBy('id')),

  remove: async ({ services, tenantId, change }, { params: { id } }) => {
    if (!(await change.remove('userAssets', { id }))) throw notFound(id);
    change.onCommit(() => services.files.removeUnused(tenantId));
  },
});

export const registerAssetPages = (app: FastifyInstance, services: Pick<Services, 'databases' | 'files'>) => {
  app.get('/tenant/user-assets/*', async (request, reply) => {
    const { tenantId, path } = visitOf(request.raw).destination;
    const key = decodeURIComponent(path.slice('/user-assets/'.length));
    const asset = await services.databases
      .of(tenantId)
      .selectFrom('userAssets')
      .select(['mimeType', 'size', 'hash'])
      .where('key', '=', key)
      .executeTakeFirst();
    const content = asset?.hash && (await services.files.open(tenantId, asset.hash));
    if (!content) throw new RequestError('request.not_found');
    // Browsers load fonts with CORS, and pages on a custom domain have another origin.
    if (asset.mimeType === fontType) reply.header('Access-Control-Allow-Origin', '*');
    return (
      reply
        .type(asset.mimeType)
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        // An SVG may contain scripts; opened directly it must not run them on our origin.
        .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Content-Length', asset.size)
        .send(content)
    );
  });
};
