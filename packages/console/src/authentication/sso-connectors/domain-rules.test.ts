// Email domains: what is saved, and what is marked.
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkDomains, domainIssue, domainsOf } from './domain-rules.ts';

const t = ((key: string) => key) as unknown as TFunction;

it('marks invalid domains and public email providers', () => {
  expect(['a.example', 'GMAIL.com', 'example', 'a b.com', 'müller.example'].map(domainIssue)).toEqual([
    ...[undefined, 'public', 'invalid', 'invalid', undefined],
  ]);
});

it('saves each domain once, and those still in the field', () => {
  expect(domainsOf({ domains: ['a.example'], typedDomain: ' B.example, a.example ' })).toEqual([
    ...['a.example', 'b.example'],
  ]);
  expect(domainsOf({ domains: [], typedDomain: '  ' })).toEqual([]);
});

it('explains every kind of problem once', () => {
  expect(checkDomains({ domains: ['a.example'], typedDomain: '' }, t)).toBeUndefined();
  expect(checkDomains({ domains: ['nothing', 'neither'], typedDomain: 'gmail.com' }, t)).toBe(
    'sso-connectors.errors.domain_invalid sso-connectors.errors.domain_public',
  );
});
