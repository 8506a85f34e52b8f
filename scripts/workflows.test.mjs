// The workflows run with access to releases and packages: actions are pinned, and nothing is released untested.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './inputs.mjs';

const workflow = (name) => readFileSync(join(root, '.github/workflows', name), 'utf8');
const names = globSync('*.yml', { cwd: join(root, '.github/workflows') });

/** The lines of each job, by its name. */
const jobsOf = (text) => {
  const [, jobs] = text.split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}(\w+):\n/m).slice(1);
  return new Map(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1]]] : [])));
};

it.each(names)('%s pins every action to a commit, with its version beside it', (name) => {
  const actions = [...workflow(name).matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  const own = './.github/workflows/test.yml';
  expect(actions.filter((action) => action !== own && !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
    [],
  );
});

it('releases nothing before all tests have passed on the commit of the tag', () => {
  const jobs = jobsOf(workflow('release.yml'));
  expect([...jobs.keys()]).toEqual(['tag', 'test', 'upgrade', 'archives', 'release', 'npm', 'image']);
  expect(jobs.get('tag')).toContain('run: node scripts/record-migrations.mjs --check');
  expect(jobs.get('test')).toContain('needs: tag');
  expect(jobs.get('test')).toContain('uses: ./.github/workflows/test.yml');
  expect(jobs.get('upgrade')).toContain('needs: tag');
  expect(jobs.get('upgrade')).toContain('npm run test:upgrade -- "$earlier"');
  expect(jobs.get('archives')).toContain('needs: [test, upgrade]');
  expect(jobs.get('release')).toContain('needs: archives');
  for (const name of ['npm', 'image']) expect(jobs.get(name)).toContain('needs: release');
  expect(workflow('test.yml')).toContain('run: npm run test:all');
});

it('runs all tests on Linux of both architectures, and starts the archive on macOS', () => {
  const jobs = jobsOf(workflow('test.yml'));
  expect(jobs.get('test')).toContain('runner: [ubuntu-24.04, ubuntu-24.04-arm]');
  expect(jobs.get('macos')).toContain('runs-on: macos-15\n');
  expect(jobs.get('macos')).toContain('run: node scripts/package/package.mjs darwin-arm64\n');
});
