// Token requests may be JSON, or use other character sets than UTF-8. The provider reads plain forms, so such a body is
// converted first.
import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';

const limit = 56 * 1024;

/** `undefined` if it is larger than any token request. */
const read = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays usable when we stop reading, so that the rejection arrives.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const isFlat = (value: unknown): value is Record<string, string | string[]> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => [item].flat().every((part) => typeof part === 'string'));

/** In a flat object every string before a colon is a name. The parser silently keeps the last of two equal ones. */
const countNames = (text: string) =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;

// Anything but an object of strings is not a token request; with an empty form the provider reports what is missing.
const parseJson = (text: string): object => {
  try {
    const body: unknown = JSON.parse(text);
    return isFlat(body) && countNames(text) === Object.keys(body).length ? body : {};
  } catch {
    return {};
  }
};

const decoderFor = (contentType: string): TextDecoder | undefined => {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
};

/** A plain form; an oversized one is left for the provider to reject. */
export const readTokenBody = async (request: IncomingMessage): Promise<string> =>
  (await read(request))?.toString('utf8') ?? '';

export const prepareTokenBody = async (request: IncomingMessage) => {
  const contentType = request.headers['content-type'] ?? '';
  if (contentType === 'application/x-www-form-urlencoded') return;
  const isJson = /^application\/json\b/i.test(contentType);
  const decoder = decoderFor(contentType);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  if (!decoder || !(isJson || (isForm && decoder.encoding !== 'utf-8'))) return;
  const text = decoder.decode(await read(request));
  (request as IncomingMessage & { body: unknown }).body = isJson ? parseJson(text) : text;
  request.headers['content-type'] = 'application/x-www-form-urlencoded';
};
