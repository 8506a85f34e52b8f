// Tests wait for what they expect: what is read once may be read too early, and a fixed time is too short somewhere.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './inputs.mjs';

const journeys = globSync('tests/journeys/**/*.ts', { cwd: root });
const linesWith = (pattern) =>
  journeys.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );

test('journeys wait for values that they expect', () => {
  expect(journeys.length).toBeGreaterThan(80);
  expect(linesWith(/\bexpect\(await /)).toEqual([]);
});

test('journeys wait for effects, not for a time', () => {
  expect(linesWith(/\bwaitForTimeout\(/)).toEqual([]);
});
