// Receives an uploaded file, or a part of it, chunk by chunk, with only one chunk in memory.
import { importTypes, maxImportSize } from '@tessera/contract/user-imports';
import type { Context } from '../../context.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { chunkSize, readBytes, storeChunk } from './chunks.ts';
import { utf8Check } from './encoding.ts';
import type { ImportRow } from './progress.ts';

const typeOf = ({ raw: { request } }: Context): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const requireType = (type: string, types: readonly string[]) => {
  if (!types.includes(type)) throw new RequestError('guard.invalid_input', { status: 415 });
};

/** The file's format by its media type. */
export const formatOf = (ctx: Context): 'csv' | 'json' => {
  const type = typeOf(ctx);
  requireType(type, importTypes);
  return type === 'text/csv' ? 'csv' : 'json';
};
export const requirePart = (ctx: Context) => requireType(typeOf(ctx), ['application/octet-stream']);

/** The declared length; `undefined` for a chunked upload. */
export const announcedLength = ({ raw: { request } }: Context): number | undefined => {
  const length = request.headers['content-length'];
  if (length === undefined) return undefined;
  if (Number(length) > maxImportSize) throw new RequestError('request.payload_too_large');
  return Number(length);
};

type Progress = Pick<ImportRow, 'receivedSize' | 'isUtf8'>;

/** Refuses what another request has stored in the meantime, for example one whose connection was lost. */
const advance = async (db: Database, importId: string, before: Progress, after: Progress) => {
  const moved = await db
    .updateTable('userImports')
    .set(after)
    .where('id', '=', importId)
    .where('status', '=', 'uploading')
    .where('receivedSize', '=', before.receivedSize)
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw new RequestError('user_import.wrong_offset');
};

type Upload = Progress & { id: string; size: number };

/**
 * Receives the bytes that follow those already stored. Full chunks are stored immediately, because an upload may take
 * long; the rest is part of the change. `isEnd`: whether the file ends with a number of bytes.
 */
export const receive = async (
  { db, change, raw: { request } }: Context,
  upload: Upload,
  isEnd: (size: number) => boolean,
): Promise<Progress> => {
  const { id } = upload;
  let { receivedSize, isUtf8 } = upload;
  let stored: Progress = { receivedSize, isUtf8 };
  const startOf = (offset: number) => offset - (offset % chunkSize);
  // A chunk that is not full is written again, and the bytes before may begin a character.
  const from = Math.max(0, Math.min(startOf(receivedSize), receivedSize - 3));
  const previous = receivedSize === 0 ? Buffer.alloc(0) : await readBytes(db, id, from, receivedSize - from);
  const check = utf8Check(previous);
  let held = [previous.subarray(startOf(receivedSize) - from)];
  const store = async (tx: Database, chunk: Buffer) => {
    const start = startOf(stored.receivedSize);
    const after = { receivedSize: start + chunk.length, isUtf8 };
    await advance(tx, id, stored, after);
    await storeChunk(tx, id, start / chunkSize, chunk);
    stored = after;
  };
  // The connection stays usable when we stop reading, so that the rejection arrives.
  for await (const bytes of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    receivedSize += bytes.length;
    if (receivedSize > upload.size) throw new RequestError('request.payload_too_large');
    isUtf8 &&= check.isValid(bytes, false);
    held.push(bytes);
    if (receivedSize - startOf(stored.receivedSize) < chunkSize) continue;
    let rest = Buffer.concat(held);
    for (; rest.length >= chunkSize; rest = rest.subarray(chunkSize)) {
      const chunk = rest.subarray(0, chunkSize);
      await db.transaction().execute((tx) => store(tx as Database, chunk));
    }
    held = [rest];
  }
  isUtf8 &&= check.isValid(Buffer.alloc(0), isEnd(receivedSize));
  const tx = await change.transaction();
  if (receivedSize > stored.receivedSize) await store(tx, Buffer.concat(held));
  else await advance(tx, id, stored, { receivedSize, isUtf8 });
  return { receivedSize, isUtf8 };
};
