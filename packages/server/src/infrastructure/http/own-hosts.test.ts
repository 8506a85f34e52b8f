import { describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { isOwnUrl } from './own-hosts.ts';

describe('a URL of this server', () => {
  const isOwn = (url: string, environment: Record<string, string>) => isOwnUrl(readSettings(environment), new URL(url));
  const here = {
    ...{ ENDPOINT: 'https://id.example.com', ADMIN_ENDPOINT: 'https://console.example.com', ADMIN_PORT: '3002' },
    ...{ TENANT_ENDPOINT: 'https://{tenantId}.tenants.example.com', METRICS_PORT: '9090' },
    ...{ CUSTOM_DOMAIN_TARGET: 'domains.example.com', PROTECTED_APPS_DOMAIN: 'apps.example.net' },
  };

  it.each([
    ...[
      'https://id.example.com',
      'https://id.example.com.',
      'http://id.example.com:3001',
      'http://id.example.com:3002',
    ],
    ...['https://console.example.com', 'https://acme.tenants.example.com', 'http://acme.tenants.example.com:8080'],
    ...['https://domains.example.com', 'https://shop.apps.example.net', 'https://apps.example.net:1'],
    ...['http://localhost:3001', 'http://127.0.0.1:3002', 'http://[::1]:9090', 'http://a.localhost:3001'],
  ])('is %s', (url) => {
    expect(isOwn(url, here)).toBe(true);
  });

  it.each([
    ...[
      'https://shop.example.com',
      'http://id.example.com:8080',
      'http://localhost:8080',
      'https://tenants.example.com',
    ],
    ...['https://below.id.example.com', 'https://myapps.example.net', 'http://10.0.0.1:3001'],
  ])('is not %s', (url) => {
    expect(isOwn(url, here)).toBe(false);
  });

  it('is not another port of the same machine', () => {
    const local = { TENANT_ENDPOINT: 'http://{tenantId}.localhost:3001', PROTECTED_APPS_DOMAIN: 'apps.localhost' };
    expect(isOwn('http://localhost:8080', local)).toBe(false);
    expect(isOwn('http://localhost:3001', local)).toBe(true);
  });
});
