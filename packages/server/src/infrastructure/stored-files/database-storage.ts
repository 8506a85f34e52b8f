// Files in the database, in chunks: included in backups and readable by every node.
import type { Databases } from '../database/tenant-database.ts';
import type { Storage } from './storage.ts';

const chunkSize = 256 * 1024;

export const createDatabaseStorage = (databases: Databases): Storage => ({
  write: async (tx, _tenantId, files) => {
    for (const { hash, content } of files) {
      for (let number = 0; number * chunkSize < content.byteLength; number += 1) {
        const chunk = Buffer.from(content.subarray(number * chunkSize, (number + 1) * chunkSize));
        await tx.insertInto('storedFileChunks').values({ hash, number, content: chunk }).execute();
      }
    }
  },
  // One statement per chunk, so that no connection is held while the reader is busy.
  async *read(tenantId, hash) {
    for (let number = 0; ; number += 1) {
      const chunk = await databases
        .of(tenantId)
        .selectFrom('storedFileChunks')
        .select('content')
        .where('hash', '=', hash)
        .where('number', '=', number)
        .executeTakeFirst();
      if (!chunk) return;
      yield chunk.content;
    }
  },
  // The chunks are deleted with their file.
  remove: async () => {},
});
