// The attack list and the test titles have the same IDs.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync(['tests/**/*.ts', 'packages/*/src/**/*.test.ts'], {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'attack-list.test.ts',
});
/** One or more IDs at the start of a title. */
const titles = /\b(?:describe|it|test)(?:\.\w+)*(?:\([^\n]*\))?\(\s*['"`]((?:[RS]\d{1,3}[ :])+)/g;
const idsIn = (text: string) => [...text.matchAll(titles)].flatMap(([, ids = '']) => ids.match(/[RS]\d+/g) ?? []);

it('lists exactly the attacks that tests cover', () => {
  const tried = new Set(files.flatMap((file) => idsIn(readFileSync(join(root, file), 'utf8'))));
  const listed = [...readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').matchAll(/^\| ([RS]\d+) \|/gm)];
  expect(listed.map(([, id]) => id).sort()).toEqual([...tried].sort());
});
