import { expect, it } from 'vitest';
import { isKnownDisposable } from './disposable-domains.ts';

it.each([
  ['mailinator.com', true],
  ['Team.Mailinator.COM', true],
  ['zoemail.org', true],
  ['notmailinator.example', false],
  ['mailinator.com.example', false],
  ['example.com', false],
  ['com', false],
  ['', false],
])('%j: %s', (domain, isKnown) => {
  expect(isKnownDisposable(domain)).toBe(isKnown);
});
