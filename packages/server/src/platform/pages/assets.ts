// Built files of the apps and the documentation. Hashed names are immutable, so browsers cache them.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type AppName = 'console' | 'sign-in' | 'docs';

const here = dirname(fileURLToPath(import.meta.url));
// Found from the bundle (packages/server/dist) and from the source (packages/server/src/platform/pages).
const packages = [join(here, '../..'), join(here, '../../../..')].find((folder) => existsSync(join(folder, 'sign-in')));

export const distOf = (app: AppName): string => join(packages ?? here, app, 'dist');

export const readPage = async (app: AppName, file: string): Promise<string> => {
  try {
    return await readFile(join(distOf(app), file), 'utf8');
  } catch (cause) {
    throw new Error(`the pages of ${app} are not built; run npm run build`, { cause });
  }
};
