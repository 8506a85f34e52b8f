// Checks the documentation: links, anchors and named tests exist, and each operating procedure is tested.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './inputs.mjs';

const markdownIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...markdownIn('docs'),
  ...markdownIn('decisions'),
  'deploy/README.md',
];
const read = (page) => readFileSync(join(root, page), 'utf8');
const withoutCode = (text) => text.replaceAll(/```[\s\S]*?```/g, '');

/** The same anchors as on GitHub. */
const anchorsOf = (page) =>
  [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const brokenLinks = (page) =>
  [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path, anchor] = target.split('#');
      const file = path ? relative(root, join(root, dirname(page), path)) : page;
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });

const missingTests = (page) =>
  [...read(page).matchAll(/`((?:tests|packages|scripts)\/[\w./-]+\.(?:test|spec)\.\w+)`/g)]
    .map(([, path]) => path)
    .filter((path) => !existsSync(join(root, path)));

const sources = globSync('{packages,tests,scripts,bench}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).map((path) => `/${path.replaceAll('\\', '/')}`);
/** A source file may be named by the end of its path. */
const missingSources = (page) =>
  [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs))`/g)]
    .map(([, path]) => path)
    .filter((path) => !sources.some((source) => source.endsWith(`/${path}`)));

/** Sections with commands or steps that name neither a test nor the day they were run. */
const unproved = (page) =>
  read(page)
    .split(/^(?=##+ )/m)
    .slice(1)
    .filter((section) => /^ *```sh$|^\d+\. /m.test(section))
    .filter((section) => !/^\*.*(`(tests|packages|scripts)\/|`npm run |\d{4}-\d\d-\d\d).*\*$/m.test(section))
    .map((section) => section.split('\n', 1)[0]);

describe('documentation', () => {
  it.each(pages)('%s has no broken links and names no missing files', (page) => {
    const missing = { links: brokenLinks(page), tests: missingTests(page), sources: missingSources(page) };
    expect(missing).toEqual({ links: [], tests: [], sources: [] });
  });

  it('lists every decision', () => {
    const names = readdirSync(join(root, 'decisions')).filter((name) => /^\d/.test(name));
    const listed = [...read('decisions/README.md').matchAll(/\]\((\d[^)]+)\)/g)].map(([, name]) => name);
    expect(listed).toEqual(names.sort());
  });

  it.each(pages.filter((page) => page.startsWith('docs/operating')))('every procedure of %s has been run', (page) => {
    expect(unproved(page)).toEqual([]);
  });

  it('is ordered by what an operator does', () => {
    const headings = [...withoutCode(read('docs/operating.md')).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(headings).toEqual([
      'Deploy',
      'Upgrade',
      'Back up and restore',
      'Scale out',
      'Rotate keys',
      'Monitor',
      'Troubleshoot',
    ]);
  });
});
