// Public URLs derived from the settings; every URL of a tenant maps back to it.
import { describe, expect, it } from 'vitest';
import { addressesOf } from './addresses.ts';
import { parseHosts, resolveRequest } from './infrastructure/http/resolve-request.ts';
import { readSettings } from './settings.ts';

type Row = { environment: Record<string, string>; console: string; admin: string; default: string; other: string };

const rows: Row[] = [
  {
    environment: {},
    console: 'http://localhost:3001/console',
    admin: 'http://localhost:3001/t/admin',
    default: 'http://localhost:3001',
    other: 'http://localhost:3001/t/other',
  },
  {
    environment: { ENDPOINT: 'https://id.example.com', ADMIN_ENDPOINT: 'https://console.example.com' },
    console: 'https://console.example.com/console',
    admin: 'https://console.example.com',
    default: 'https://id.example.com',
    other: 'https://id.example.com/t/other',
  },
  {
    environment: { ADMIN_PORT: '3002' },
    console: 'http://localhost:3002/console',
    admin: 'http://localhost:3002',
    default: 'http://localhost:3001',
    other: 'http://localhost:3001/t/other',
  },
  {
    environment: { ENDPOINT: 'https://id.example.com', TENANT_ENDPOINT: 'https://{tenantId}.example.com' },
    console: 'https://id.example.com/console',
    admin: 'https://id.example.com/t/admin',
    default: 'https://id.example.com',
    other: 'https://other.example.com',
  },
  {
    environment: { EDITION: 'cloud' },
    console: 'http://localhost:3001',
    admin: 'http://localhost:3001/t/admin',
    default: 'http://localhost:3001/t/default',
    other: 'http://localhost:3001/t/other',
  },
  {
    environment: {
      EDITION: 'cloud',
      ENDPOINT: 'https://id.example.com',
      ADMIN_ENDPOINT: 'https://cloud.example.com',
      TENANT_ENDPOINT: 'https://{tenantId}.example.com',
    },
    console: 'https://cloud.example.com',
    admin: 'https://cloud.example.com/t/admin',
    default: 'https://default.example.com',
    other: 'https://other.example.com',
  },
];

describe.each(rows)('$environment', ({ environment, console: consoleUrl, ...tenants }) => {
  const settings = readSettings(environment);
  const hosts = parseHosts(settings);
  const addresses = addressesOf(settings);

  it('has the console at the configured URL', () => {
    const { origin } = new URL(consoleUrl);
    expect([addresses.consoleUrl, addresses.consoleOrigin]).toEqual([consoleUrl, origin]);
    expect([addresses.isConsoleOrigin(origin), addresses.isConsoleOrigin('https://evil.example.com')]).toEqual([
      true,
      false,
    ]);
    const listener = settings.adminPort ? 'admin' : 'main';
    const place = resolveRequest(hosts, { listener, host: new URL(consoleUrl).host }, new URL(consoleUrl).pathname);
    expect(place?.surface).toBe('console');
  });

  it.each(Object.entries(tenants))('has %s at its URL, which maps back to it', (tenantId, base) => {
    expect([addresses.tenant(tenantId), addresses.issuer(tenantId)]).toEqual([base, `${base}/oidc`]);
    const { host, pathname } = new URL(`${base}/oidc`);
    expect(`${addresses.pathOf(addresses.tenant(tenantId))}/oidc`).toBe(pathname);
    const listener = settings.adminPort && tenantId === 'admin' ? 'admin' : 'main';
    expect(resolveRequest(hosts, { listener, host }, pathname)).toMatchObject({
      surface: 'tenant',
      tenantId,
      path: '/oidc',
    });
  });

  it('distinguishes the cookies of tenants on one host', () => {
    const prefixes = Object.keys(tenants).map((tenantId) => addresses.cookiePrefix(tenantId));
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});
