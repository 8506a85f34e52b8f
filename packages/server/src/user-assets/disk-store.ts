// Uploaded files on the disk of the machine, below the data folder. Nodes that share uploads share that folder.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

export type AssetStore = {
  write(key: string, content: Uint8Array): Promise<void>;
  /** `undefined`: there is no such file. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** With the folder that it has for itself. */
  remove(key: string): Promise<void>;
};

export const createDiskStore = (dataDir: string): AssetStore => {
  const root = resolve(dataDir, 'assets');
  const pathOf = (key: string): string => {
    const path = resolve(join(root, key));
    if (!path.startsWith(`${root}${sep}`)) throw new TypeError('an asset lies outside of the store');
    return path;
  };
  return {
    write: async (key, content) => {
      await mkdir(dirname(pathOf(key)), { recursive: true });
      await writeFile(pathOf(key), content, { flag: 'wx' });
    },
    read: (key) => readFile(pathOf(key)).catch(() => undefined),
    remove: (key) => rm(dirname(pathOf(key)), { recursive: true, force: true }),
  };
};
