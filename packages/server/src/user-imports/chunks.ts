// The uploaded file in the database: all nodes can read it, and it is gone with the import.
import type { Database, Transaction } from '../database/tenant-database.ts';

export const chunkSize = 256 * 1024;

export const storeChunk = async (db: Database, importId: string, number: number, content: Buffer): Promise<void> => {
  await db.insertInto('userImportChunks').values({ importId, number, content }).execute();
};

/** The bytes from `offset` on, at least `wanted` of them where the file has as many. */
export const readBytes = async (tx: Transaction, importId: string, offset: number, wanted: number): Promise<Buffer> => {
  const first = Math.floor(offset / chunkSize);
  const last = Math.floor((offset + wanted - 1) / chunkSize);
  const rows = await tx
    .selectFrom('userImportChunks')
    .select('content')
    .where('importId', '=', importId)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .orderBy('number')
    .execute();
  return Buffer.concat(rows.map(({ content }) => content)).subarray(offset - first * chunkSize);
};

/** What nobody needs any more once the import has come to its end. */
export const forgetFile = async (tx: Transaction, importId: string): Promise<void> => {
  await tx.deleteFrom('userImportChunks').where('importId', '=', importId).execute();
  await tx.deleteFrom('userImportIdentifiers').where('importId', '=', importId).execute();
};
