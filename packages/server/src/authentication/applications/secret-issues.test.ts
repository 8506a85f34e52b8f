// Issues of secrets by their age, expiry and last use.
import { expect, it } from 'vitest';
import { secretIssues } from './secret-issues.ts';

const now = Date.parse('2031-06-15');
const daysAgo = (days: number) => now - days * 86_400_000;
const fresh = { createdAt: daysAgo(1), expiresAt: null, lastUsedAt: null, recordedSince: daysAgo(1) };
const created = (days: number) => ({ ...fresh, createdAt: daysAgo(days), recordedSince: daysAgo(days) });

it.each([
  ['a new one that is not used yet', fresh, []],
  ['one that was never used', created(8), ['never_used']],
  ['one in use', { ...created(100), lastUsedAt: daysAgo(89) }, []],
  ['one that was used long ago', { ...created(100), lastUsedAt: daysAgo(91) }, ['unused']],
  ['an old one in use', { ...created(366), lastUsedAt: daysAgo(0) }, ['old']],
  ['an old one that is not used', { ...created(400), lastUsedAt: daysAgo(91) }, ['old', 'unused']],
  ['one from before uses were recorded', { ...created(300), recordedSince: daysAgo(89) }, []],
  ['one from before, and not used since', { ...created(300), recordedSince: daysAgo(91) }, ['unused']],
  ['one that expires soon', { ...fresh, expiresAt: now + 29 * 86_400_000 }, ['expiring']],
  ['one that expires later', { ...fresh, expiresAt: now + 31 * 86_400_000 }, []],
  ['an expired one, which says it all', { ...created(400), expiresAt: now }, ['expired']],
])('%s', (_, secret, issues) => {
  expect(secretIssues(secret, now)).toEqual(issues);
});
