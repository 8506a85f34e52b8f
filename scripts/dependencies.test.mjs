// Every package declares what it imports, and imports what it declares.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { root } from './inputs.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const manifestOf = (folder) => JSON.parse(read(join(folder, 'package.json')));
const shared = Object.keys(manifestOf('.').devDependencies);
const workspaces = ['tests', 'bench', ...globSync('packages/*', { cwd: root })];
const isShipped = (path) => !/(^|\/)(node_modules|dist|results)(\/|$)/.test(path);

const packageOf = (specifier) => /^((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1];
const isPackage = (specifier) => !/^[./\0]|^node:|^virtual:|^https?:/.test(specifier);

const importsOf = (file) => {
  if (file.endsWith('.css')) return [...read(file).matchAll(/@import (?:url\()?['"]([^'"]+)/g)].map(([, name]) => name);
  const { module } = parseSync(file, read(file));
  const lazy = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => read(file).slice(start, end))
    .flatMap((argument) => /^'([^']+)'$/.exec(argument)?.[1] ?? []);
  const reexported = module.staticExports.flatMap(({ entries }) => entries.map((one) => one.moduleRequest?.value));
  return [...module.staticImports.map((one) => one.moduleRequest.value), ...reexported, ...lazy].filter(Boolean);
};

/** Written in React, shipped with Preact. */
const replaced = { 'packages/sign-in': { react: 'preact', 'react-dom': 'preact' } };

test.each(workspaces.map((folder) => folder.replaceAll('\\', '/')))('%s', (folder) => {
  const { name, dependencies = {}, devDependencies = {} } = manifestOf(folder);
  const declared = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  const files = globSync(`${folder}/**/*.{ts,tsx,mts,css}`, { cwd: root }).filter(isShipped);
  const written = new Set(files.flatMap(importsOf).filter(isPackage).map(packageOf));
  const imported = new Set(Array.from(written, (one) => replaced[folder]?.[one] ?? one));
  const isTyped = (one) => one.startsWith('@types/') && written.has(one.slice('@types/'.length));
  expect(declared.filter((one) => !imported.has(one) && !isTyped(one))).toEqual([]);
  expect([...imported].filter((one) => ![name, ...declared, ...shared].includes(one))).toEqual([]);
});
