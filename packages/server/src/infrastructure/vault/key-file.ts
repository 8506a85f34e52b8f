// The key that wraps an embedded database's data key: in a file next to it, unless the operator sets one. During a
// rotation the file holds the new and the previous one, one per line.
import { chmod, chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { random } from '../../random.ts';
import { keyLength } from './vault.ts';

const textOf = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');

/** Empty if there is no file. */
export const readKeyFile = async (path: string): Promise<Buffer[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The key file ${path} cannot be read: ${error.message}`);
  });
  if (text === undefined) return [];
  const keys = text
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'));
  if (keys.some(({ length }) => length !== keyLength))
    throw new Error(`The key file ${path} does not contain 32 bytes in base 64.`);
  return keys;
};

export const createKeyFile = async (path: string): Promise<Buffer> => {
  const key = random.bytes(keyLength);
  await writeFile(path, textOf([key]), { mode: 0o600, flag: 'wx', flush: true });
  return key;
};

/** Atomic: without the key everything sealed is lost. */
export const replaceKeyFile = async (path: string, keys: readonly Buffer[]) => {
  const { uid, gid } = await stat(path);
  const next = `${path}.new`;
  await writeFile(next, textOf(keys), { mode: 0o600, flush: true });
  await chmod(next, 0o600);
  await chown(next, uid, gid);
  await rename(next, path);
};
