// The uploaded file in the database: readable by all nodes, and deleted with the import.
import type { Database, Transaction } from '../../infrastructure/database/tenant-database.ts';

export const chunkSize = 256 * 1024;

/** Replaces a chunk that was not full. */
export const storeChunk = async (db: Database, importId: string, number: number, content: Buffer): Promise<void> => {
  await db.deleteFrom('userImportChunks').where('importId', '=', importId).where('number', '=', number).execute();
  await db.insertInto('userImportChunks').values({ importId, number, content }).execute();
};

/** The bytes from `offset`, at least `wanted` if the file has as many. */
export const readBytes = async (db: Database, importId: string, offset: number, wanted: number): Promise<Buffer> => {
  const first = Math.floor(offset / chunkSize);
  const last = Math.floor((offset + wanted - 1) / chunkSize);
  const rows = await db
    .selectFrom('userImportChunks')
    .select('content')
    .where('importId', '=', importId)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .orderBy('number')
    .execute();
  return Buffer.concat(rows.map(({ content }) => content)).subarray(offset - first * chunkSize);
};

/** Deletes the data that is not needed after the import. */
export const forgetFile = async (tx: Transaction, importId: string): Promise<void> => {
  await tx.deleteFrom('userImportChunks').where('importId', '=', importId).execute();
  await tx.deleteFrom('userImportIdentifiers').where('importId', '=', importId).execute();
};
