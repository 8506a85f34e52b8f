// Reads the built documentation on demand.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { distOf } from '../../platform/pages/assets.ts';

const read = async (file: string): Promise<string> => {
  try {
    return await readFile(join(distOf('docs'), file), 'utf8');
  } catch (cause) {
    throw new Error('the documentation is not built; run npm run build', { cause });
  }
};

export type DocumentName = 'management' | 'experience' | 'user' | 'whole' | 'cloud';

/** An OpenAPI document as JSON, with the installation's wire namespace. */
export const readOpenApi = async (name: DocumentName, namespace: string): Promise<string> =>
  (await read(`openapi/${name}.json`)).replaceAll('{{namespace}}', namespace);

/** A page with placeholders that are filled in per request; `undefined` if there is none. */
export const readDocsPage = async (slug: string): Promise<string | undefined> => {
  if (!/^(?:[a-z0-9-]+\/)?[a-z0-9-]+$/.test(slug)) return undefined;
  return readFile(join(distOf('docs'), 'pages', `${slug}.html`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
};
