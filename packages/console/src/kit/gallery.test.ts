// The gallery shows every kit component, and the console bundle contains nothing of the gallery.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const imports = /(?:from|import\(|import) ?'(\.[^']+\.tsx?)'/g;

/** All files reachable from these entries, including lazy ones. */
const loadedWith = (entries: readonly string[]) => {
  const found = new Set(entries);
  for (const file of found) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      const path = join(dirname(file), target);
      if (existsSync(path)) found.add(path);
    }
  }
  return found;
};

it('has every component of the kit in the gallery', () => {
  const shown = loadedWith(globSync(join(root, 'gallery/*.tsx')));
  const missing = globSync(join(root, 'src/kit/*.tsx')).filter((file) => !shown.has(file));
  expect(missing.map((file) => relative(root, file))).toEqual([]);
});

it('ships nothing of the gallery', () => {
  const shipped = loadedWith([join(root, 'src/app/main.tsx')]);
  expect(shipped.size).toBeGreaterThan(300);
  expect([...shipped].filter((file) => file.startsWith(join(root, 'gallery/')))).toEqual([]);
});
