// Token requests may come as JSON too. The provider reads forms, so a JSON body becomes one before it looks.
import type { IncomingMessage } from 'node:http';
import { errors } from 'oidc-provider';

const limit = 56 * 1024;

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new errors.InvalidRequest('request entity too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const isFlat = (value: unknown): value is Record<string, string | string[]> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => [item].flat().every((part) => typeof part === 'string'));

export const acceptJsonBody = async (request: IncomingMessage, url: string) => {
  const isToken = request.method === 'POST' && url.split('?')[0] === '/token';
  if (!isToken || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return;
  let body: unknown;
  try {
    body = JSON.parse(await read(request));
  } catch {
    body = undefined;
  }
  // What is not an object of texts is no token request; an empty form lets the provider say what is missing.
  (request as IncomingMessage & { body: unknown }).body = isFlat(body) ? body : {};
  request.headers['content-type'] = 'application/x-www-form-urlencoded';
};
