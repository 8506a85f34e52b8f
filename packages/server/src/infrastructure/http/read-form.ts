// Reads the fields of a form with files, using the platform's parser.
import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { maxUploadSize } from '@tessera/contract/user-assets';
import { RequestError } from './request-error.ts';
import { readInTime } from './slow-requests.ts';

/** The largest file, and room for the other fields. */
const longest = maxUploadSize + 64 * 1024;

const readBody = async (request: IncomingMessage, signal: AbortSignal): Promise<Buffer> => {
  const tooLarge = () => new RequestError('request.payload_too_large');
  if (Number(request.headers['content-length'] ?? 0) > longest) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays usable when we stop reading, so that the rejection arrives.
  const arriving = on(request, 'data', { signal, close: ['end', 'close'] }) as AsyncIterable<[Buffer]>;
  for await (const [chunk] of arriving) {
    size += chunk.length;
    if (size > longest) throw tooLarge();
    chunks.push(chunk);
  }
  if (!request.complete) throw new RequestError('guard.invalid_input');
  return Buffer.concat(chunks);
};

export const readForm = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data') || request.destroyed) throw new RequestError('guard.invalid_input');
  try {
    const body = new Uint8Array(await readInTime(request, (signal) => readBody(request, signal)));
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form.entries());
  } catch (error) {
    throw error instanceof RequestError ? error : new RequestError('guard.invalid_input');
  }
};
