// Takes an uploaded file in, piece by piece as it arrives: as much of it is in memory as one piece has.
import { importTypes, maxImportSize } from '@tessera/contract/user-imports';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { chunkSize, storeChunk } from './chunks.ts';

/** How the file is written, by what the caller says of it. */
export const formatOf = ({ raw: { request } }: Context): 'csv' | 'json' => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (!(importTypes as readonly string[]).includes(type))
    throw new RequestError('guard.invalid_input', { status: 415 });
  return type === 'text/csv' ? 'csv' : 'json';
};

export const refuseTooLarge = ({ raw: { request } }: Context) => {
  if (Number(request.headers['content-length'] ?? 0) > maxImportSize)
    throw new RequestError('request.payload_too_large');
};

/** Answers how many bytes there were. */
export const receiveFile = async ({ db, raw: { request } }: Context, importId: string): Promise<number> => {
  let size = 0;
  let number = 0;
  let held: Buffer[] = [];
  let heldSize = 0;
  const flush = async () => {
    const whole = Buffer.concat(held);
    let at = 0;
    for (; whole.length - at >= chunkSize; at += chunkSize, number += 1) {
      await storeChunk(db, importId, number, whole.subarray(at, at + chunkSize));
    }
    held = [whole.subarray(at)];
    heldSize = whole.length - at;
  };
  for await (const bytes of request as AsyncIterable<Buffer>) {
    size += bytes.length;
    if (size > maxImportSize) throw new RequestError('request.payload_too_large');
    held.push(bytes);
    heldSize += bytes.length;
    if (heldSize >= chunkSize) await flush();
  }
  if (heldSize > 0) await storeChunk(db, importId, number, Buffer.concat(held));
  return size;
};
