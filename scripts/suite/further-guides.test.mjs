// Every guide is followed by a phase, or says why it is not.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../inputs.mjs';
import { furtherGuides, planFurtherGuides } from './further-guides.mjs';
import { suites } from './phases.mjs';
import { summarize } from './summary.mjs';

const idsOf = (pattern, ending) => globSync(pattern, { cwd: root }).map((file) => basename(file, ending));
const content = 'packages/console/src/authentication/guides/content';
const guides = idsOf(`${content}/*.md`, '.md');
const followed = idsOf('tests/guides/*.test.ts', '.test.ts');
const readGuide = (id) => readFileSync(join(root, content, `${id}.md`), 'utf8');
const isMarked = (id) => /^<!-- Never run: .+\. -->\n/.test(readGuide(id));

it('knows the tools of every further guide', () => {
  expect(idsOf('tests/further-guides/*.test.ts', '.test.ts').sort()).toEqual(Object.keys(furtherGuides).sort());
});

it('runs each guide in a phase, or the guide says why it was never run', () => {
  const run = new Set(suites.all().flatMap(({ files = [] }) => files));
  const isRun = (id) => run.has(`tests/guides/${id}.test.ts`);
  expect(guides.filter((id) => isRun(id) === isMarked(id))).toEqual([]);
  expect(Object.keys(furtherGuides).filter((id) => !isMarked(id))).toEqual([]);
});

it('plans the guides whose tools and registry are there', () => {
  const { files, notes } = planFurtherGuides({
    isInstalled: (program) => program !== 'dotnet',
    answers: (url) => url.includes('golang'),
  });
  expect(files).toEqual(['tests/further-guides/web-go.test.ts']);
  expect(notes).toContain('web-dotnet-core: dotnet is not installed');
  expect(notes).toContain('web-ruby: rubygems.org does not answer');
  expect(files.length + notes.length).toBe(Object.keys(furtherGuides).length);
});

it('names the guides that were left out at the end of the output', () => {
  const phase = { notes: ['web-go: go is not installed'] };
  const outcome = { phase, name: 'guides', records: [], errors: [], unrun: [], ms: 0 };
  const { text, failed } = summarize({ outcomes: [outcome], judged: [] });
  expect(text).toContain('Not run here: web-go: go is not installed\n');
  expect(failed).toBe(0);
});

const lockPath = (id) => join(root, 'tests/guides/locks', `${id}.json`);
const readLock = (id) => JSON.parse(readFileSync(lockPath(id), 'utf8'));
/** The packages that a guide installs: `name@1.2.3`. */
const packagesOf = (id) =>
  [...readGuide(id).matchAll(/^```npm(?: dev)?\n([^`]+)```/gm)].flatMap(([, text]) => text.trim().split(/\s+/));
const generatorOf = (id) => /^npx --yes (\S+@\S+) /m.exec(readGuide(id))?.[1];
const named = (entry) => [entry.slice(0, entry.lastIndexOf('@')), entry.slice(entry.lastIndexOf('@') + 1)];

it('has a lockfile with the versions of every followed guide, and no other', () => {
  const locked = followed.flatMap((id) => {
    const generator = generatorOf(id);
    const packages = packagesOf(id);
    return [
      ...(packages.length > 0 ? [{ id, packages }] : []),
      ...(generator ? [{ id: `${id}-generator`, packages: [generator] }] : []),
    ];
  });
  expect(locked.map(({ id }) => id).sort()).toEqual(idsOf('tests/guides/locks/*.json', '.json').sort());
  for (const { id, packages } of locked) {
    const lock = readLock(id);
    for (const [name, version] of packages.map(named)) {
      expect(lock.packages[`node_modules/${name}`]?.version, `${id}: ${name}`).toBe(version);
    }
  }
});

it('has checksums in the lockfiles of guides, and no registry', () => {
  for (const id of idsOf('tests/guides/locks/*.json', '.json')) {
    const { '': _project, ...packages } = readLock(id).packages;
    const loose = Object.entries(packages).filter(([, entry]) => !entry.inBundle && !entry.integrity);
    expect(
      loose.map(([path]) => path),
      id,
    ).toEqual([]);
    expect(readFileSync(lockPath(id), 'utf8'), id).not.toContain('"resolved"');
  }
});
