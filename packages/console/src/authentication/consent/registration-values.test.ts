import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkRegistration, registrationOf, registrationValuesOf } from './registration-values.ts';

const t = ((key: string) => key) as TFunction;
const rules = {
  ...{
    isEnabled: false,
    acceptsMetadataDocuments: false,
    redirectHosts: [],
    userScopes: ['profile' as const],
    scopeIds: [],
    organizationScopeIds: ['sign'],
    organizationResourceScopeIds: ['read'],
    perHour: 20,
    limit: 100,
  },
};

describe('rules for self-registration', () => {
  it('survive the form', () => {
    expect(registrationOf(registrationValuesOf(rules))).toEqual(rules);
    const hosts = { ...rules, redirectHosts: ['localhost', '*.example.com'] };
    expect(registrationOf(registrationValuesOf(hosts))).toEqual(hosts);
  });

  it('need a host as soon as they are on', () => {
    const values = registrationValuesOf(rules);
    expect(checkRegistration(values, t)).toEqual({});
    for (const on of [{ isEnabled: true }, { acceptsMetadataDocuments: true }]) {
      expect(checkRegistration({ ...values, ...on }, t)).toEqual({
        'redirectHosts.0': 'consent.registration.host_missing',
      });
    }
  });

  it.each(['https://example.com', 'example', '*.com/', 'https://', 'a b.com'])('reject the host %s', (host) => {
    const values = { ...registrationValuesOf(rules), redirectHosts: ['example.com', host] };
    expect(checkRegistration(values, t)).toEqual({ 'redirectHosts.1': 'consent.registration.host_invalid' });
  });

  it('have whole numbers within their bounds', () => {
    const values = { ...registrationValuesOf(rules), perHour: '', limit: 10_001 };
    expect(Object.keys(checkRegistration(values, t))).toEqual(['perHour', 'limit']);
  });
});
