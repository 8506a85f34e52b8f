// Uploads of a tenant, and handing them out again.
import { userAssets } from '@tessera/contract/user-assets';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';
import { assetStatus, upload } from './upload.ts';

export default serve(userAssets, {
  status: assetStatus,
  upload: (ctx, { body: { file } }) => upload(ctx, file, ctx.actor.type === 'user' ? ctx.actor.id : null),
});

export const registerAssetPages = (app: FastifyInstance, services: Services) => {
  app.get('/tenant/user-assets/*', async (request, reply) => {
    const { tenantId, path } = visitOf(request.raw).place;
    const key = decodeURIComponent(path.slice('/user-assets/'.length));
    const asset = await services.databases
      .of(tenantId)
      .selectFrom('userAssets')
      .select('mimeType')
      .where('key', '=', key)
      .executeTakeFirst();
    const content = asset && (await services.assets.read(key));
    if (!content) throw new RequestError('request.not_found');
    return (
      reply
        .type(asset.mimeType)
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        // A picture may be a document with scripts; opened by itself it must not act in our name.
        .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .send(Buffer.from(content))
    );
  });
};
