// Token requests may come as JSON, and in other character sets than UTF-8. The provider reads plain forms, so such a
// body becomes one before it looks.
import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';

const limit = 56 * 1024;

/** `undefined` when it is larger than any token request. */
const read = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays usable when we stop in the middle, so that the refusal arrives.
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

/** In a flat object every text before a colon is a name. The parser keeps the last of two equal ones and says nothing. */
const countNames = (text: string) =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;

// What is not an object of texts is no token request; an empty form lets the provider say what is missing.
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

/** A plain form as it came; what is too large is left for the provider to refuse. */
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
