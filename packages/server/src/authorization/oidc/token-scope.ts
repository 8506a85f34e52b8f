// The token response always has a scope, even if nothing was granted, because existing clients read it.
import type Provider from 'oidc-provider';

export const alwaysNameScope = (provider: Provider) =>
  provider.use(async (ctx, next) => {
    await next();
    const body: unknown = ctx.body;
    if (ctx.status !== 200 || typeof body !== 'object' || body === null || !('access_token' in body)) return;
    ctx.body = { scope: '', ...body };
  });
