// The compiler does not check class names in style sheets, so a renamed class would fail silently.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const imported = /import (\w+) from '([^']+\.module\.css)'/g;

it('has a style for every class used by a component', () => {
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
