// Opens the database named by the settings, or the embedded one.
import { join } from 'node:path';
import type { DatabaseAddress } from './assemble.ts';
import { type Embedded, startEmbedded } from './infrastructure/postgres/embedded.ts';
import type { Settings } from './settings.ts';

export const openDatabase = async (
  settings: Settings,
  log: (line: string) => void,
): Promise<DatabaseAddress & { embedded?: Embedded }> => {
  if (settings.databaseUrl) return { url: settings.databaseUrl, directUrl: settings.databaseDirectUrl };
  const embedded = await startEmbedded({ dataDir: settings.dataDir, log });
  return {
    url: embedded.url,
    keyFile: join(settings.dataDir, 'secret-vault.key'),
    backUp: embedded.backUp,
    embedded,
  };
};
