// The runner of the tests, on small projects with planted defects.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planted, playwrightPhase, runPlanted, vitestPhase } from './planted.mjs';

const lastLine = (text) => text.trim().split('\n').at(-1);
const check = (name, problem) => ({ name, check: () => problem });

test('a defect in every phase is named in one run', async () => {
  const files = {
    'bad.test.mjs': planted.failing,
    'good.test.mjs': planted.passing,
    'bad.spec.mjs': planted.failingJourney,
    'good.spec.mjs': planted.passingJourney,
  };
  const phases = [
    check('types', 'a.ts(1,2): error TS1: broken'),
    check('lint', ''),
    vitestPhase('bad.test.mjs', 'good.test.mjs'),
    playwrightPhase('bad.spec.mjs', 'good.spec.mjs'),
  ];
  const { text, printed, failed } = await runPlanted(files, phases);
  expect(text).toContain('✗ types a.ts(1,2): error TS1: broken');
  expect(text).toMatch(/✗ bad\.test\.mjs:2 breaks: expected 'apple' to be 'pear'/);
  expect(text).toMatch(/✗ bad\.spec\.mjs:2 breaks: Error: expect\(received\)/);
  expect(text).toContain('failed again on its own');
  expect(printed).toContain('── lint: passed');
  expect(lastLine(text)).toBe('2 passed, 3 failed');
  expect(failed).toBe(3);
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(40);
});

test('a phase is skipped if what it needs failed, and that is said', async () => {
  const phases = [check('build', 'no such module'), { ...vitestPhase('good.test.mjs'), needs: ['build'] }];
  const { text } = await runPlanted({ 'good.test.mjs': planted.passing }, phases);
  expect(text).toContain('✗ vitest not run, because it needs: build (1 files not run)');
  expect(lastLine(text)).toBe('0 passed, 2 failed');
});

test('a database that does not start skips the tests that need it, and that is said', async () => {
  const files = {
    'setup.mjs': "export default () => { throw new Error('the database does not start'); };",
    'vitest.config.mjs': 'export default { test: { include: ["*.test.mjs"], globalSetup: ["./setup.mjs"] } };',
    'playwright.config.mjs': 'export default { testMatch: "*.spec.mjs", globalSetup: "./setup.mjs" };',
    'good.test.mjs': planted.passing,
    'good.spec.mjs': planted.passingJourney,
  };
  const phases = [vitestPhase('good.test.mjs'), playwrightPhase('good.spec.mjs')];
  const { text } = await runPlanted(files, phases);
  expect(text).toMatch(/✗ vitest .*the database does not start \(1 files not run\)/);
  expect(text).toMatch(/✗ playwright .*the database does not start \(1 files not run\)/);
  expect(lastLine(text)).toBe('0 passed, 2 failed');
});

test('errors outside of a test carry their file', async () => {
  const files = {
    'hook.test.mjs': planted.failingHook,
    'rejecting.test.mjs': planted.rejecting,
    'unloadable.spec.mjs': planted.unloadable,
  };
  const phases = [vitestPhase('hook.test.mjs', 'rejecting.test.mjs'), playwrightPhase('unloadable.spec.mjs')];
  const { text } = await runPlanted(files, phases);
  expect(text).toMatch(/✗ hook\.test\.mjs:3 hook broke/);
  expect(text).toMatch(/✗ rejecting\.test\.mjs:3 .*nobody caught this/);
  expect(text).toMatch(/✗ unloadable\.spec\.mjs:2 .*does not load/);
});

test('a file whose process dies is named, and the others still run', async () => {
  const files = {
    ...{ 'a-dying.test.mjs': planted.dying, 'b-good.test.mjs': planted.passing },
    ...{ 'a-dying.spec.mjs': planted.dyingJourney, 'b-good.spec.mjs': planted.passingJourney },
  };
  const phases = [
    vitestPhase('a-dying.test.mjs', 'b-good.test.mjs'),
    playwrightPhase('a-dying.spec.mjs', 'b-good.spec.mjs'),
  ];
  const { text } = await runPlanted(files, phases);
  expect(text).toMatch(/✗ a-dying\.test\.mjs /);
  expect(text).toMatch(/✗ a-dying\.spec\.mjs/);
  expect(lastLine(text)).toBe('2 passed, 2 failed');
});

// As `ps` has it; empty if there is none. Z: it has ended.
const stateOf = (pid) => spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim();

// Mostly they wait, so they wait together.
test.concurrent.for([
  { kind: 'test', phase: vitestPhase, hanging: planted.hanging, passing: planted.passing },
  { kind: 'spec', phase: playwrightPhase, hanging: planted.hangingJourney, passing: planted.passingJourney },
])(
  'a $kind file that hangs is ended and named, and the others still run',
  async ({ kind, phase, hanging, passing }, { expect }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-hanging-'));
    try {
      const pid = join(folder, 'pid');
      const [first, second] = [`a-hanging.${kind}.mjs`, `b-good.${kind}.mjs`];
      const phases = [{ ...phase(first, second), env: { PLANTED_PID: pid } }];
      const { text } = await runPlanted({ [first]: hanging, [second]: passing }, phases, { stallMs: 20_000 });
      expect(text).toContain(`✗ ${first} did nothing for`);
      expect(lastLine(text)).toBe('1 passed, 1 failed');
      await expect.poll(() => stateOf(readFileSync(pid, 'utf8'))).toMatch(/^(Z.*)?$/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('up to two unsteady files are named and forgiven', async () => {
  const files = { 'one.test.mjs': planted.failingOnce('one'), 'two.spec.mjs': planted.failingJourneyOnce('two') };
  const phases = [vitestPhase('one.test.mjs'), playwrightPhase('two.spec.mjs')];
  const { text, failed } = await runPlanted(files, phases);
  expect(text).toMatch(/≈ one\.test\.mjs:6 one: expected true to be false/);
  expect(text).toMatch(/took [\d.]+ s, on its own [\d.]+ s; load [\d.]+, \d+ cores/);
  expect(text).toContain('2 unsteady: one.test.mjs, two.spec.mjs');
  expect(lastLine(text)).toBe('0 passed, 0 failed');
  expect(failed).toBe(0);
});

// In a process of its own, because the signal ends its run.
const interruptedRun = `
process.env.PLANTED_RUNNER = String(process.pid);
const { planted, runPlanted, vitestPhase } = await import(process.argv[1]);
const files = { 'a.test.mjs': planted.interrupting, 'b.test.mjs': planted.passing, 'c.test.mjs': planted.passing };
const phases = [vitestPhase('a.test.mjs', 'b.test.mjs'), { ...vitestPhase('c.test.mjs'), name: 'next' }];
console.log((await runPlanted(files, phases)).text);
`;

test('a signal ends the run, not only its phase', () => {
  const args = ['--input-type=module', '-e', interruptedRun, join(import.meta.dirname, 'planted.mjs')];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8' });
  expect(text).toContain('✗ run ended by a signal (1 files not run)');
  expect(text).not.toContain('· next');
  expect(lastLine(text)).toBe('0 passed, 2 failed');
});
