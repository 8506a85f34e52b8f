// ETags for the provider's documents. Public ones are cached per provider.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { hasTag } from '../../infrastructure/http/request-conditions.ts';

export type KnownDocument = { body: Buffer; etag: string };
export type KnownDocuments = Map<string, KnownDocument>;

const sameForAll = new Set(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/jwks']);

export const tagAnswers = (provider: Provider, known: KnownDocuments) => {
  provider.use(async (ctx, next) => {
    if (ctx.method !== 'GET') return next();
    await next();
    const isDocument = ctx.status === 200 && typeof ctx.body === 'object' && ctx.body !== null;
    if (!isDocument || Buffer.isBuffer(ctx.body)) return;
    const body = JSON.stringify(ctx.body);
    ctx.etag = createHash('sha256').update(body).digest('base64url');
    if (sameForAll.has(ctx.url)) known.set(ctx.url, { body: Buffer.from(body), etag: ctx.response.get('ETag') });
    if (ctx.fresh) ctx.status = 304;
  });
};

export const answerKnown = (request: IncomingMessage, response: ServerResponse, { body, etag }: KnownDocument) => {
  const headers = {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': request.headers.origin ?? '*',
    ETag: etag,
  };
  if (hasTag(request.headers['if-none-match'], etag)) return void response.writeHead(304, headers).end();
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length };
  response.writeHead(200, { ...headers, ...type }).end(body);
};
