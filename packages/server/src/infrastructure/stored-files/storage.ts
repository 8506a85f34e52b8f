// Storage of uploaded files: the database, or external object storage.
import type { Transaction } from '../database/tenant-database.ts';

export type FileContent = { hash: string; content: Uint8Array };

export type Storage = {
  /** `tx` is the transaction that records the files. */
  write(tx: Transaction, tenantId: string, files: readonly FileContent[]): Promise<void>;
  read(tenantId: string, hash: string): AsyncIterable<Uint8Array>;
  /** Called after the rows of the files are deleted, before the commit. */
  remove(tenantId: string, hashes: readonly string[]): Promise<void>;
};

/** External storage failed. */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
  }
}
