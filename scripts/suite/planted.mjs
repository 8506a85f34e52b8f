// A small project of its own for the tests of the suite, with real test tools.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../inputs.mjs';
import { runSuite } from './suite.mjs';
import { summarize } from './summary.mjs';

const configs = {
  'package.json': '{ "type": "module" }',
  'vitest.config.mjs': 'export default { test: { include: ["*.test.mjs"], maxWorkers: 1, isolate: false } };',
  'playwright.config.mjs':
    'export default { testMatch: "*.spec.mjs", workers: 1, outputDir: "results", globalTimeout: 60_000 };',
};

export const vitestPhase = (...files) => ({ name: 'vitest', tool: 'vitest', files });
export const playwrightPhase = (...files) => ({
  name: 'playwright',
  tool: 'playwright',
  config: 'playwright.config.mjs',
  files,
});

// Runs the suite on these files; returns its outcome, its summary and what it printed on the way.
export const runPlanted = async (files, phases, { isStrict = false, stallMs = 120_000 } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-planted-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, content] of Object.entries({ ...configs, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    let printed = '';
    const print = (text) => {
      printed += text;
    };
    const results = join(folder, 'test-results');
    const outcome = await runSuite({ phases, root: folder, results, print, show: false, stallMs });
    return { ...outcome, ...summarize(outcome, { isStrict }), printed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const vitestHead = "import { afterAll, expect, test } from 'vitest';\n";
const playwrightHead = "import { expect, test } from '@playwright/test';\n";

// Fails in its first process and passes in later ones.
const failsOnce = (name) => `import { existsSync, writeFileSync } from 'node:fs';
const isFirst = !existsSync('ran-${name}');
test('${name}', () => {
  writeFileSync('ran-${name}', '');
  expect(isFirst).toBe(false);
});
`;

// Writes down its process, which outlives the folder if it isn't ended.
const spinning = `import { writeFileSync } from 'node:fs';
test('spins', () => {
  writeFileSync(process.env.PLANTED_PID, String(process.pid));
  for (;;);
});
`;

export const planted = {
  passing: `${vitestHead}test('holds', () => expect(1).toBe(1));\n`,
  failing: `${vitestHead}test('breaks', () => expect('apple').toBe('pear'));\n`,
  failingOnce: (name) => vitestHead + failsOnce(name),
  failingHook: `${vitestHead}test('holds', () => {});\nafterAll(() => { throw new Error('hook broke'); });\n`,
  rejecting: `${vitestHead}test('holds', async () => {
  void Promise.reject(new Error('nobody caught this'));
  await new Promise((resolve) => setTimeout(resolve, 50));
});\n`,
  dying: `${vitestHead}test('never answers', () => process.kill(process.pid, 'SIGKILL'));\n`,
  interrupting: `${vitestHead}test('waits', () => {
  process.kill(Number(process.env.PLANTED_RUNNER), 'SIGTERM');
  return new Promise(() => {});
});\n`,
  hanging: vitestHead + spinning,
  passingJourney: `${playwrightHead}test('holds', () => expect(1).toBe(1));\n`,
  failingJourney: `${playwrightHead}test('breaks', () => expect('apple').toBe('pear'));\n`,
  failingJourneyOnce: (name) => playwrightHead + failsOnce(name),
  dyingJourney: `${playwrightHead}test('never answers', () => process.kill(process.pid, 'SIGKILL'));\n`,
  hangingJourney: playwrightHead + spinning,
  unloadable: `${playwrightHead}throw new Error('does not load');\n`,
};
