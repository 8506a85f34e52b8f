import { expect, test } from 'vitest';
import { total } from './results.mjs';

const unit = (passed, failed, testResults = []) => ({ numPassedTests: passed, numFailedTests: failed, testResults });
const journeys = (stats, errors = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

test('adds both kinds of reports', () => {
  const phases = [
    { ok: true, reports: [unit(10, 0)] },
    { ok: false, reports: [journeys({ expected: 3, flaky: 1, unexpected: 2 })] },
  ];
  expect(total(phases)).toEqual({ passed: 14, failed: 2 });
});

test('counts a phase that failed without a failed test', () => {
  expect(total([{ ok: false, reports: [] }])).toEqual({ passed: 0, failed: 1 });
  expect(total([{ ok: false, reports: [unit(5, 0)] }])).toEqual({ passed: 5, failed: 1 });
});

test('counts files that do not load', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(total([{ ok: false, reports: [unit(1, 1, files)] }])).toEqual({ passed: 1, failed: 2 });
  expect(total([{ ok: false, reports: [journeys({}, [{ message: 'SyntaxError' }])] }])).toEqual({
    passed: 0,
    failed: 1,
  });
});
