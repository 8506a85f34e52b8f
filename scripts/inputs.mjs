// Fingerprints that tell whether the installation and the build are up to date.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const installStamp = join(root, 'node_modules/.ready');
export const buildStamp = join(root, 'packages/server/dist/.ready');

const unbuilt = /^(node_modules|dist|data|\..*)$|\.test\.tsx?$|\.log$/;

const filesIn = (directory) =>
  readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !unbuilt.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });

export const installHash = () =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

// Based on contents rather than times, so that a fresh checkout or a touched file needs no rebuild.
export const buildHash = () => {
  const hash = createHash('sha256');
  const files = [
    ...filesIn(join(root, 'packages')),
    ...filesIn(join(root, 'docs')),
    ...['package-lock.json', 'CHANGELOG.md', 'scripts/build.mjs'].map((file) => join(root, file)),
  ];
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
};

export const readStamp = (path) => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
};
