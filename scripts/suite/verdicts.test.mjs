import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../inputs.mjs';
import { summarize } from './summary.mjs';
import { judge, unforgivenFiles } from './verdicts.mjs';

const failure = { name: 'breaks', kind: 'AssertionError', message: 'expected 1 to be 2', line: 3, load: 1 };
const record = (file, failures) => ({ file, failures, ms: 10, passed: 1, skipped: 0 });
const passing = record('again.test.ts', []);
const unsteady = (file) => judge(record(file, [failure]), passing);

const verdictOn = (judged, options) => summarize({ outcomes: [], judged }, options);

test('the files with tests of races exist', () => {
  expect(unforgivenFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a third unsteady file fails the run, and in a strict run the first one does', () => {
  expect(verdictOn([unsteady('a.test.ts'), unsteady('b.test.ts')]).failed).toBe(0);
  const three = verdictOn([unsteady('a.test.ts'), unsteady('b.test.ts'), unsteady('c.test.ts')]);
  expect(three.failed).toBe(3);
  expect(three.text).toContain('3 unsteady: a.test.ts, b.test.ts, c.test.ts (not forgiven)');
  expect(verdictOn([unsteady('a.test.ts')], { isStrict: true }).failed).toBe(1);
});

test('a file that failed again, or was not run again, has failed', () => {
  const failing = record('a.test.ts', [failure]);
  for (const again of [failing, record('a.test.ts', [{ ...failure, kind: 'Hang' }]), undefined]) {
    expect(judge(failing, again).verdict).toBe('failed');
  }
});

test('a failed assertion about a race is never forgiven, but another error of that file is', () => {
  const [raceFile] = unforgivenFiles;
  expect(judge(record(raceFile, [failure]), passing).verdict).toBe('failed');
  const numbered = judge(record('a.test.ts', [{ ...failure, name: 'C01 only one of fifty wins' }]), passing);
  expect(numbered.verdict).toBe('failed');
  const named = judge(record('a.test.ts', [{ ...failure, name: 'R10 concurrent attempts' }]), passing);
  expect(named.verdict).toBe('failed');
  expect(verdictOn([numbered]).text).toContain('proves a race');
  expect(judge(record(raceFile, [{ ...failure, kind: 'Error' }]), passing).verdict).toBe('unsteady');
});
