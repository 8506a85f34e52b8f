// What an uploaded archive may contain. Everything is judged by what the archive says before anything is unpacked, and
// the unpacking itself stops where the archive lied.
import type { Entry } from 'yauzl';
import { RequestError } from '../http/request-error.ts';
import { fileTypeOf } from './file-types.ts';

const mebibyte = 1024 * 1024;
const most = { entries: 2000, total: 100 * mebibyte, file: 20 * mebibyte, ratio: 200 };
/** Small files compress as they like. */
const smallest = mebibyte;
const longestPath = 512;
const longestName = 200;

export const invalidArchive = (details: string) => new RequestError('guard.invalid_input', { details });
const tooLarge = (details: string) => new RequestError('guard.file_size_exceeded', { details });

const unixKind = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 16) & 0o170000;
const [plainFile, folder] = [0o100000, 0o040000];

/** What file managers add without asking. */
export const isLitter = (path: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path);
export const isFolder = (path: string) => path.endsWith('/');

const isPlainPath = (path: string): boolean => {
  const names = path.replace(/\/$/, '').split('/');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (path.length > longestPath || /[\\:\u0000-\u001f\u007f]/.test(path) || !path.isWellFormed()) return false;
  return names.every((name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= longestName);
};

/** One entry by itself. */
export const checkEntry = (entry: Entry) => {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (!isPlainPath(fileName)) throw invalidArchive(fileName);
  const kind = unixKind(entry);
  // Neither links nor devices.
  if (kind !== 0 && kind !== plainFile && kind !== folder) throw invalidArchive(fileName);
  if (entry.isEncrypted() || !entry.canDecodeFileData()) throw invalidArchive(fileName);
  if (isFolder(fileName) || isLitter(fileName)) return;
  if (fileTypeOf(fileName) === undefined) {
    throw new RequestError('guard.mime_type_not_allowed', { details: fileName });
  }
  const isSuspicious = uncompressedSize > smallest && uncompressedSize > compressedSize * most.ratio;
  if (uncompressedSize > most.file || isSuspicious) throw tooLarge(fileName);
};

/** All of them together. */
export const checkEntries = (entries: readonly Entry[]) => {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > most.total) throw tooLarge('archive');
  const files = entries.map(({ fileName }) => fileName).filter((name) => !isFolder(name));
  // Disks that do not tell A from a would make one file of two.
  const folded = new Set(files.map((name) => name.normalize('NFC').toLowerCase()));
  if (folded.size < files.length) throw invalidArchive('duplicate names');
  for (const name of folded) {
    const above = name.split('/').slice(0, -1);
    if (above.some((_, index) => folded.has(above.slice(0, index + 1).join('/')))) throw invalidArchive(name);
  }
};

export const checkCount = (count: number) => {
  if (count > most.entries) throw invalidArchive(`more than ${most.entries} files`);
};
