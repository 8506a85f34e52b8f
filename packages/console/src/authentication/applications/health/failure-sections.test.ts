import { applicationFailures } from '@tessera/contract/application-failures';
import { expect, it } from 'vitest';
import { sectionOf } from './failure-sections.ts';

const spa = { type: 'SPA', isThirdParty: false } as const;

it('leads to the settings that repair the cause', () => {
  expect(sectionOf('redirect_uri_not_registered', spa)).toBe('redirect-uris');
  expect(sectionOf('grant_not_allowed', spa)).toBe('grants');
  expect(sectionOf('code_invalid', spa)).toBeUndefined();
});

it('leads to the permissions of a third-party application', () => {
  expect(sectionOf('scope_not_allowed', { type: 'Traditional', isThirdParty: true })).toBe('permissions');
  expect(sectionOf('scope_not_allowed', spa)).toBeUndefined();
});

it('names only sections that a machine-to-machine application has', () => {
  const sections = applicationFailures.map((reason) => sectionOf(reason, { ...spa, type: 'MachineToMachine' }));
  expect(new Set(sections)).toEqual(new Set(['credentials', 'tokens', undefined]));
});

it('names only sections that a SAML application has', () => {
  const sections = applicationFailures.map((reason) => sectionOf(reason, { type: 'SAML', isThirdParty: false }));
  expect(new Set(sections)).toEqual(new Set(['service-provider', 'identity-provider', 'assertions', undefined]));
});

it('names only sections that a protected application has', () => {
  const sections = applicationFailures.map((reason) => sectionOf(reason, { type: 'Protected', isThirdParty: false }));
  expect(new Set(sections)).toEqual(new Set(['credentials', 'site', undefined]));
});
