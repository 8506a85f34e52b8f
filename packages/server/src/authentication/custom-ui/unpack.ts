// Unpacks an archive in memory, within the rules.
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { checkCount, checkEntries, checkEntry, invalidArchive, isFolder, isLitter } from './archive-rules.ts';

const opened = async (content: Buffer): Promise<ZipFile> => {
  try {
    return await fromBufferPromise(content, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
  } catch {
    throw new RequestError('guard.mime_type_not_allowed');
  }
};

/** Any error of the reader is reported as an invalid archive. */
const blaming = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RequestError ? error : invalidArchive('archive');
  }
};

/** Archives often contain the folder instead of its content. */
const withoutWrapping = (paths: string[]): string => {
  if (paths.includes('index.html')) return '';
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  const isWrapped = folder !== '' && paths.every((path) => path.startsWith(folder));
  if (!isWrapped || !paths.includes(`${folder}index.html`)) throw invalidArchive('index.html is missing');
  return folder;
};

export const unpack = async (content: Buffer): Promise<Map<string, Buffer>> => {
  const archive = await opened(content);
  checkCount(archive.entryCount);
  return blaming(async () => {
    const entries: Entry[] = [];
    for await (const entry of archive.eachEntry()) {
      checkEntry(entry);
      if (!isFolder(entry.fileName) && !isLitter(entry.fileName)) entries.push(entry);
    }
    checkEntries(entries);
    const wrapping = withoutWrapping(entries.map(({ fileName }) => fileName));
    const files = new Map<string, Buffer>();
    for (const entry of entries) {
      const stream = await archive.openReadStreamPromise(entry);
      files.set(entry.fileName.slice(wrapping.length), await buffer(stream));
    }
    return files;
  });
};
