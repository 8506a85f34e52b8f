import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importCycles } from './import-cycles.mjs';
import { root } from './inputs.mjs';

const cyclesOf = (files) => importCycles(new Map(Object.entries(files)));

describe('import cycles', () => {
  it.each(['contract', 'server', 'console', 'sign-in'])('has none in %s', (name) => {
    const folder = join(root, 'packages', name, 'src');
    const files = globSync('**/*.{ts,tsx}', { cwd: folder });
    expect(files.length).toBeGreaterThan(50);
    const sources = files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]);
    expect(importCycles(new Map(sources))).toEqual([]);
  });

  it('finds one through several files', () => {
    const files = {
      'a.ts': "import { b } from './inside/b.ts';",
      'inside/b.ts': "export * from './c.tsx';",
      'inside/c.tsx': "const load = () => import('../a.ts');",
      'd.ts': "import './a.ts';",
    };
    expect(cyclesOf(files)).toEqual(['a.ts → inside/b.ts → inside/c.tsx → a.ts']);
  });

  it('counts imports of types, over several lines', () => {
    const files = { 'a.ts': "import type {\n  B,\n} from './b.ts';", 'b.ts': "type A = import('./a.ts').A;" };
    expect(cyclesOf(files)).toEqual(['a.ts → b.ts → a.ts']);
  });

  it('accepts files that only share an import', () => {
    const files = { 'a.ts': "import './c.ts';", 'b.ts': "import './a.ts';\nimport './c.ts';", 'c.ts': '' };
    expect(cyclesOf(files)).toEqual([]);
  });
});
