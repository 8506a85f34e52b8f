// Stored files according to the settings: in the database or external storage, with a cache in the data folder.
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Settings } from '../../settings.ts';
import type { Databases } from '../database/tenant-database.ts';
import { createDatabaseStorage } from './database-storage.ts';
import { createDiskCache } from './disk-cache.ts';
import { createObjectStorage } from './object-storage.ts';
import { createStoredFiles } from './stored-files.ts';

type Options = { settings: Settings; databases: Databases; clock: Clock; log: Log };

export const openStoredFiles = ({ settings: { assets, dataDir }, databases, clock, log }: Options) => {
  const { storage, keyId, secret, cacheMb } = assets;
  const folder = join(dataDir, 'cache', 'files');
  const cache = createDiskCache({ folder, maxBytes: cacheMb * 1024 * 1024, clock, log });
  const external = storage === undefined ? undefined : createObjectStorage({ url: storage, keyId, secret, clock });
  const files = createStoredFiles({ databases, database: createDatabaseStorage(databases), external, cache, log });
  return { files, cache };
};
