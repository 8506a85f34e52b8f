// Responses the client already has are not sent again (ETag), and long ones are compressed.
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Prepared } from './encode.ts';
import { hasTag, preferredEncoding } from './request-conditions.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The tag and the compressed forms of a cached response, filled in as clients ask for them. */
    prepared: Prepared | undefined;
  }
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
const worthwhile = 1400; // one packet

const compressors = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => zip(text),
};
type Encoding = keyof typeof compressors;

const encodings: readonly Encoding[] = ['br', 'gzip'];

// Hexadecimal, so it can't be mistaken for a version, which starts with v.
const tagOf = (text: string) => `W/"${hash('sha1', text)}"`;

const findTag = ({ prepared }: FastifyReply, text: string): string => {
  if (!prepared) return tagOf(text);
  prepared.etag ??= tagOf(text);
  return prepared.etag;
};

const compress = ({ prepared }: FastifyReply, encoding: Encoding, text: string): Promise<Buffer> => {
  if (!prepared) return compressors[encoding](text);
  prepared[encoding] ??= compressors[encoding](text);
  return prepared[encoding];
};

export const shrinkAnswers = (app: FastifyInstance) => {
  app.decorateReply('prepared', undefined);
  app.addHook('onSend', (request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isReading = request.method === 'GET' && reply.statusCode === 200 && type.startsWith('application/json');
    // Default: `no-store`; JSON reads are `private, no-cache` so they can be revalidated by ETag.
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', isReading ? 'private, no-cache' : 'no-store');
    if (typeof payload !== 'string' || payload === '') return done(null, payload);
    if (isReading) {
      // A version is used as the ETag.
      const etag = String(reply.getHeader('etag') ?? findTag(reply, payload));
      reply.header('ETag', etag);
      if (hasTag(request.headers['if-none-match'], etag)) {
        reply.code(304).removeHeader('content-type');
        return done(null, '');
      }
    }
    if (payload.length < worthwhile || reply.hasHeader('content-encoding')) return done(null, payload);
    reply.header('Vary', 'Origin, Accept-Encoding');
    const encoding = preferredEncoding(String(request.headers['accept-encoding'] ?? ''), encodings);
    if (!encoding) return done(null, payload);
    reply.header('Content-Encoding', encoding).removeHeader('content-length');
    compress(reply, encoding, payload).then((body) => done(null, body), done);
  });
};
