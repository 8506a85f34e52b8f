// Validates an uploaded archive. Everything is checked against the archive's directory before unpacking, and unpacking
// stops where the directory is wrong.
import type { Entry } from 'yauzl';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { fileTypeOf } from './file-types.ts';

const mebibyte = 1024 * 1024;
const most = { entries: 2000, total: 100 * mebibyte, file: 20 * mebibyte, ratio: 200 };
/** Small files may have any compression ratio. */
const smallest = mebibyte;
const longestPath = 512;
const longestName = 200;

export const invalidArchive = (details: string) => new RequestError('guard.invalid_input', { details });
const tooLarge = (details: string) => new RequestError('guard.file_size_exceeded', { details });

const unixKind = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 16) & 0o170000;
const [plainFile, folder] = [0o100000, 0o040000];

/** Files added by file managers. */
export const isLitter = (path: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path);
export const isFolder = (path: string) => path.endsWith('/');

const isPlainPath = (path: string): boolean => {
  const names = path.replace(/\/$/, '').split('/');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  if (path.length > longestPath || /[\\:\u0000-\u001f\u007f]/.test(path) || !path.isWellFormed()) return false;
  return names.every((name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= longestName);
};

/** Checks a single entry. */
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

/** Checks all entries together. */
export const checkEntries = (entries: readonly Entry[]) => {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > most.total) throw tooLarge('archive');
  const files = entries.map(({ fileName }) => fileName).filter((name) => !isFolder(name));
  // Case-insensitive file systems would merge two such files.
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
