// Documents of the provider carry a tag, so that a client that has one already is not sent it again.
import { createHash } from 'node:crypto';
import type Provider from 'oidc-provider';

export const tagAnswers = (provider: Provider) => {
  provider.use(async (ctx, next) => {
    await next();
    const isDocument = ctx.method === 'GET' && ctx.status === 200 && typeof ctx.body === 'object' && ctx.body !== null;
    if (!isDocument || Buffer.isBuffer(ctx.body)) return;
    ctx.etag = createHash('sha256').update(JSON.stringify(ctx.body)).digest('base64url');
    if (ctx.fresh) ctx.status = 304;
  });
};
