// What `npm test`, `npm run test:all`, `npm run interop` and `npm run check` run.
import { globSync } from 'node:fs';
import { hasChromium, systemChromium } from '../chromium.mjs';
import { buildHash, buildStamp, readStamp, root } from '../inputs.mjs';
import { run } from '../run.mjs';
import { checkLint, checkLockfile, checkTypes } from './checks.mjs';
import { planFurtherGuides } from './further-guides.mjs';

const files = (...patterns) => globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();

const checkBuild = async () => {
  if (readStamp(buildStamp) === buildHash()) return '';
  const { code, output } = await run(['node', 'scripts/build.mjs']);
  return code === 0 ? '' : output || `the build ended with code ${code}`;
};

const checkBrowser = () => (hasChromium() ? '' : 'There is no Chromium: install it, or set CHROMIUM_PATH to one.');

const chromium = () => {
  const path = systemChromium();
  return path ? { CHROMIUM_PATH: path } : {};
};

const checks = () => [
  { name: 'lockfile', check: checkLockfile },
  { name: 'types', check: checkTypes },
  { name: 'lint and format', check: checkLint },
  {
    name: 'unit tests',
    tool: 'vitest',
    project: 'unit',
    files: files('packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'),
  },
];

const tests = () => [
  { name: 'build', check: checkBuild },
  { name: 'browser', check: checkBrowser },
  ...checks(),
  {
    name: 'attacks, faults and clients, embedded database',
    // Few of them use the browser, and they tell by themselves.
    needs: ['build'],
    tool: 'vitest',
    project: 'api',
    files: files('tests/{attack,fault,clients}/**/*.test.ts'),
    env: { TEST_DATABASE: 'embedded', ...chromium() },
  },
  {
    name: 'API and connectors, external database',
    needs: ['build'],
    tool: 'vitest',
    project: 'api',
    files: files('tests/{api,connectors}/**/*.test.ts'),
    env: { TEST_DATABASE: 'external' },
  },
  {
    name: 'journeys in a browser',
    needs: ['build', 'browser'],
    tool: 'playwright',
    config: 'tests/playwright.config.ts',
    without: '@all',
    files: files('tests/journeys/*.spec.ts'),
    env: chromium(),
  },
];

// Soak tests, guides, other browsers and the journeys tagged `@all` take minutes.
const everything = () => [
  ...tests().map(({ without, ...phase }) => phase),
  {
    name: 'soak tests, embedded database',
    needs: ['build'],
    tool: 'vitest',
    project: 'soak',
    files: files('tests/soak/*.test.ts'),
    env: { TEST_DATABASE: 'embedded' },
  },
  {
    name: 'guides and other browsers',
    needs: ['build', 'browser'],
    tool: 'vitest',
    project: 'guides',
    files: files('tests/{guides,browsers}/*.test.ts'),
    env: { TEST_DATABASE: 'embedded', ...chromium() },
  },
];

const furtherGuides = () => {
  const { files: planned, notes } = planFurtherGuides();
  const name = 'guides of other ecosystems';
  if (planned.length === 0) return { name, notes, check: () => '' };
  return {
    name,
    notes,
    needs: ['build', 'browser'],
    tool: 'vitest',
    project: 'further-guides',
    files: planned,
    env: { TEST_DATABASE: 'embedded', ...chromium() },
  };
};

// Other products, as Debian packages them, and guides with tools of other ecosystems.
const interop = () => [
  { name: 'build', check: checkBuild },
  { name: 'browser', check: checkBrowser },
  {
    name: 'sign-ins with other products',
    needs: ['build'],
    tool: 'vitest',
    project: 'interop',
    files: files('tests/interop/*.test.ts'),
    env: { TEST_DATABASE: 'embedded' },
  },
  furtherGuides(),
];

export const suites = { check: checks, test: tests, all: everything, interop };
