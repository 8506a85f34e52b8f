// The documentation has a line for exactly the existing settings, with the server's defaults.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from './settings.ts';

const root = join(import.meta.dirname, '../../..');
const none = '–';

type Line = { name: string; default: string };

const cells = (row: string) => row.split('|').map((cell) => cell.trim());
/** Rows of tables whose first cell names settings; a cell may name several, with one default for all or one for each. */
const linesOf = (page: string): Line[] =>
  readFileSync(join(root, page), 'utf8')
    .split('\n')
    .filter((row) => /^\| `[A-Z][A-Z0-9_]+`/.test(row))
    .filter((row) => cells(row).length === 5)
    .flatMap((row) => {
      const [, names = '', given = ''] = cells(row);
      const all = [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name);
      const defaults = given.split(', ');
      return all.map((name, index) => ({
        name,
        default: (defaults.length === all.length ? defaults[index] : given) ?? '',
      }));
    });

const documented = new Map(
  [...linesOf('README.md'), ...linesOf('docs/operating/traces.md')].map((line) => [line.name, line.default]),
);

const defaultOf = (name: keyof typeof settingsSchema.shape): unknown => {
  const { def } = settingsSchema.shape[name]._zod;
  return 'defaultValue' in def ? def.defaultValue : undefined;
};
const names = Object.keys(settingsSchema.shape) as (keyof typeof settingsSchema.shape)[];

describe('the settings reference', () => {
  it('has a line for exactly the existing settings', () => {
    expect([...documented.keys()].toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('has the default of %s', (name) => {
    const value = defaultOf(name);
    const text = documented.get(name) ?? '';
    // Settings without a default may depend on others, which the line says in words.
    if (value === undefined || (Array.isArray(value) && value.length === 0)) expect(text).not.toMatch(/^`[^`{]*`$/);
    else expect(text).toBe(`\`${value}\``);
    expect(text === none || text.length > 1).toBe(true);
  });
});
