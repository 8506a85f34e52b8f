// Style sheets beside components are plain text to the compiler: a class that was renamed or moved fails silently.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const imported = /import (\w+) from '([^']+\.module\.css)'/g;

it('has a style for every class that a component takes from a style sheet', () => {
  const missing = globSync('**/*.tsx', { cwd: root }).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return [...code.matchAll(imported)].flatMap(([, name, sheet = '']) => {
      const styles = readFileSync(join(root, dirname(file), sheet), 'utf8');
      const used = [...code.matchAll(new RegExp(`(?<![\\w'./])${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used);
      return [...new Set(used)]
        .filter((one) => !new RegExp(`\\.${one}\\b`).test(styles))
        .map((one) => `${file}: ${one}`);
    });
  });
  expect(missing).toEqual([]);
});
