// The chart without Helm: its templates read only values that exist. The test workflow renders it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../inputs.mjs';

const chart = join(root, 'deploy/helm/tessera');
const read = (name) => readFileSync(join(chart, name), 'utf8');

/** The paths of all keys of a file, such as `image.tag`: nesting follows from the indentation. */
const keysOf = (name) => {
  const above = [];
  return [...read(name).matchAll(/^( *)([\w-]+):/gm)].map(([, indent, key]) => {
    above.splice(indent.length / 2, Number.POSITIVE_INFINITY, key);
    return above.join('.');
  });
};
const values = keysOf('values.yaml');
const isSetting = (path) => /^settings\.[A-Z_]+$/.test(path);

it('templates read only values that exist', () => {
  const templates = readdirSync(join(chart, 'templates')).map((name) => read(join('templates', name)));
  const wanted = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path));
  expect(wanted).toEqual(expect.arrayContaining(['endpoint', 'ingress.kinds', 'settings.ADMIN_PORT']));
  expect(wanted.filter((path) => !isSetting(path) && !values.includes(path))).toEqual([]);
});

it('settings in values and templates exist', () => {
  const known = read('../../../README.md');
  const files = ['values.yaml', 'ci/all-hosts-values.yaml'].flatMap(keysOf).filter(isSetting);
  const inTemplates = ['deployment', 'ingress', 'service'].flatMap((name) =>
    [...read(`templates/${name}.yaml`).matchAll(/settings\.([A-Z_]+)/g)].map(([, setting]) => `settings.${setting}`),
  );
  const names = [...files, ...inTemplates].map((path) => path.replace('settings.', ''));
  expect(names).toContain('PROTECTED_APPS_DOMAIN');
  expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
});

it('the values of the check are values of the chart, with every kind of host', () => {
  const checked = keysOf('ci/all-hosts-values.yaml');
  const ofKind = /^ingress\.kinds\.[\w-]+\.(className|annotations)/;
  const isOpen = (path) => isSetting(path) || path.startsWith('ingress.annotations.') || ofKind.test(path);
  expect(checked.filter((path) => !isOpen(path) && !values.includes(path))).toEqual([]);
  const kinds = values.filter((path) => /^ingress\.kinds\.[\w-]+$/.test(path));
  expect(kinds).toHaveLength(5);
  expect(checked).toEqual(expect.arrayContaining(kinds));
});
