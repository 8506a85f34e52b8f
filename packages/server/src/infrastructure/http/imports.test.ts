// Keeps features out of this folder: it imports only itself and infrastructure.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const infrastructure = ['audit', 'cache', 'concurrency', 'database', 'metrics', 'search', 'tracing'];
const files = ['../addresses.ts', '../log.ts', '../random.ts', '../settings.ts'];

const imports = /\b(?:from|import)\s*\(?\s*'\.\.\/([^']+)'/g;

it('imports no feature', () => {
  const found = globSync('*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(imports)].map(([, path = '']) => ({
        file,
        path,
      })),
    );
  expect(found.length).toBeGreaterThan(20);
  const forbidden = found.filter(
    ({ path }) => !files.includes(path) && !infrastructure.includes(path.split('/')[0] ?? ''),
  );
  expect(forbidden.map(({ file, path }) => `${file} imports ${path}`)).toEqual([]);
});
