// The status of a connector names what keeps users from signing in, the most serious reason first.
import { expect, it } from 'vitest';
import { isConfigured, isConnected, statusOf } from './connector-status.ts';
import type { SsoConnectorDetails } from './query.ts';

const dnsRecord = { type: 'TXT', name: 'a', value: 'b' } as const;
const verification = { domain: 'a.example', dnsRecord, verifiedAt: null, checkedAt: null, problem: null };
const connector = (
  given: Partial<SsoConnectorDetails>,
  warnings: SsoConnectorDetails['providerStatus']['warnings'] = [],
) =>
  ({
    providerConfig: { issuer: 'https://a.example' },
    domains: ['a.example'],
    domainVerifications: [{ ...verification, status: 'Verified' }],
    providerStatus: { warnings },
    ...given,
  }) as SsoConnectorDetails;
const serviceProvider = { entityId: 'a', assertionConsumerServiceUrl: 'b' };

it('is connected once the identity provider is known', () => {
  expect(isConnected(connector({}))).toBe(true);
  const saml = { providerConfig: { serviceProvider, defaultAttributeMapping: {} } };
  expect(isConnected(saml)).toBe(false);
  expect(statusOf(connector(saml))).toBe('not_connected');
});

it('can be tested once there are values of the provider, whether or not it can be reached', () => {
  const { providerConfig: _, ...unreachable } = connector({}, ['unreachable']);
  expect(isConfigured({ ...unreachable, config: { issuer: 'https://a.example' } })).toBe(true);
  expect(isConfigured(connector({ config: {} }))).toBe(false);
});

it('names the most serious problem', () => {
  expect(statusOf(connector({}))).toBe('active');
  expect(statusOf(connector({}, ['certificate_expires_soon']))).toBe('certificate_expires_soon');
  expect(statusOf(connector({ domains: [], domainVerifications: [] }))).toBe('no_domains');
  const pending = { domainVerifications: [{ ...verification, status: 'Pending' as const }] };
  expect(statusOf(connector(pending, ['certificate_expires_soon']))).toBe('unverified');
  expect(statusOf(connector(pending, ['unreachable']))).toBe('unreachable');
  expect(statusOf(connector(pending, ['unreachable', 'certificate_expired']))).toBe('certificate_expired');
});
