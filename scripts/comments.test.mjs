// Comments are plain English, see CONTRIBUTING.md. Migrations are exempt, since their text is part of their checksum.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './inputs.mjs';

const folders = ['bench', 'packages', 'scripts', 'tests'];
const exempt = /(^|\/)(node_modules|dist)\/|\.gen\.ts$|^scripts\/comments\.test\.mjs$/;
const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs,css}`, { cwd: root }))
  .filter((file) => !exempt.test(file));

const comments = /(?:^|\s)\/\/(.*)$|\/\*([\s\S]*?)\*\//gm;
const archaic = /\b(whoever|whomever|whatever|somebody|nobody|anew|thereby|whereupon)\b/i;
const found = (code) =>
  [...code.matchAll(comments)]
    .map(([, line, block]) => (line ?? block).replaceAll(/`[^`]*`/g, ''))
    .filter((comment) => archaic.test(comment));

it('has comments in plain English', () => {
  const problems = files.flatMap((file) =>
    found(readFileSync(join(root, file), 'utf8')).map((text) => `${file}:${text}`),
  );
  expect(problems).toEqual([]);
});

it('notices an archaic word', () => {
  expect(found('const url = "https://nobody.example"; // `nobody` is a role, and nobody else')).toHaveLength(1);
  expect(found('/** Whoever calls it. */')).toHaveLength(1);
});
