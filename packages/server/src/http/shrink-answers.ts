// Answers that a client already has are not sent again (ETag), and long ones are compressed.
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
const worthwhile = 1400; // one packet

export const shrinkAnswers = (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isReading = request.method === 'GET' && reply.statusCode === 200 && type.startsWith('application/json');
    // Whoever wants an answer kept says so; what was read may be asked for again by its tag.
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', isReading ? 'private, no-cache' : 'no-store');
    if (typeof payload !== 'string' || payload === '') return payload;
    if (isReading) {
      // What has a version carries it as its tag.
      // In hexadecimal, so that it can never look like a version, which begins with a v.
      const etag = reply.getHeader('etag') ?? `W/"${hash('sha1', payload)}"`;
      reply.header('ETag', etag);
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-type');
        return '';
      }
    }
    if (payload.length < worthwhile || reply.hasHeader('content-encoding')) return payload;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    reply.header('Vary', 'Origin, Accept-Encoding');
    if (/\bbr\b/.test(accepted)) {
      reply.header('Content-Encoding', 'br').removeHeader('content-length');
      return brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    }
    if (/\bgzip\b/.test(accepted)) {
      reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
      return zip(payload);
    }
    return payload;
  });
};
