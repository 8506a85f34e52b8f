// Tests which settings, host and path lead to which surface and tenant.
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { claimedHost, isCanonicalPath, parseHosts, resolveOnDomain, resolveRequest } from './resolve-request.ts';

const nothing = undefined;
type Row = [host: string, path: string, place: string | undefined, listener?: 'main' | 'admin'];
type Group = { name: string; environment: Record<string, string>; rows: Row[] };

const openSource: Group[] = [
  {
    name: 'one origin',
    environment: {},
    rows: [
      ['localhost:3001', '/', 'console admin /'],
      ['localhost:3001', '/console', 'console admin /console'],
      ['localhost:3001', '/console/applications/1', 'console admin /console/applications/1'],
      ['localhost:3001', '/consoles', 'tenant default /consoles'],
      ['localhost:3001', '/oidc/token', 'tenant default /oidc/token'],
      ['localhost:3001', '/api/applications', 'tenant default /api/applications'],
      ['localhost:3001', '/sign-in', 'tenant default /sign-in'],
      ['localhost:3001', '/t/admin', 'tenant admin /'],
      ['localhost:3001', '/t/admin/oidc/auth', 'tenant admin /oidc/auth'],
      ['localhost:3001', '/t/admin/me', 'tenant admin /me'],
      ['localhost:3001', '/t/other/sign-in', 'tenant other /sign-in'],
      ['localhost:3001', '/t/', 'tenant default /t/'],
      ['localhost:3001', '/t/Other/sign-in', 'tenant default /t/Other/sign-in'],
      ['localhost:3001', '/t/0123456789012345678901/x', 'tenant default /t/0123456789012345678901/x'],
      ['localhost:3001', '/m/other/api/users', 'tenant default /m/other/api/users'],
      ['localhost:3001', '/console-assets/a.js', 'assets default /console-assets/a.js'],
      ['localhost:3001', '/sign-in-assets/a.js', 'assets default /sign-in-assets/a.js'],
      ['localhost:3001', '/docs-assets/a.js', 'assets default /docs-assets/a.js'],
      ['localhost:3001', '/docs', 'docs default /'],
      ['localhost:3001', '/docs/api/users', 'docs default /api/users'],
      ['localhost:3001', '/docsets', 'tenant default /docsets'],
      ['localhost:3001', '/t/other/docs/errors', 'docs other /errors'],
      ['localhost:3001', '/console/docs', 'console admin /console/docs'],
      ['localhost:3001', '/health/ready', 'health default /health/ready'],
      // An unknown Host has no effect.
      ['evil.example.com', '/oidc/token', 'tenant default /oidc/token'],
      ['', '/console', 'console admin /console'],
    ],
  },
  {
    name: 'the console on an origin of its own, told by its host',
    environment: { ENDPOINT: 'https://id.example.com', ADMIN_ENDPOINT: 'https://console.example.com' },
    rows: [
      ['id.example.com', '/', 'tenant default /'],
      ['id.example.com', '/oidc/token', 'tenant default /oidc/token'],
      ['id.example.com', '/console', nothing],
      ['id.example.com', '/console/welcome', nothing],
      ['id.example.com', '/t/admin/oidc/token', nothing],
      ['id.example.com', '/t/other/oidc/token', 'tenant other /oidc/token'],
      ['console.example.com', '/', 'console admin /'],
      ['CONSOLE.example.com', '/console', 'console admin /console'],
      ['console.example.com', '/oidc/token', 'tenant admin /oidc/token'],
      ['console.example.com', '/me', 'tenant admin /me'],
      ['console.example.com', '/docs', 'docs admin /'],
      ['console.example.com', '/t/admin/oidc/token', nothing],
      ['console.example.com', '/t/other/oidc/token', nothing],
      ['console.example.com', '/console-assets/a.js', 'assets default /console-assets/a.js'],
      ['console.example.com.evil.com', '/me', 'tenant default /me'],
      ['console.example.com:444', '/me', 'tenant default /me'],
    ],
  },
  {
    name: 'the console on a port of its own, whatever the host says',
    environment: { ADMIN_PORT: '3002' },
    rows: [
      ['localhost:3001', '/', 'tenant default /'],
      ['localhost:3002', '/console', nothing],
      ['localhost:3002', '/me', 'tenant default /me'],
      ['localhost:3002', '/t/admin/me', nothing],
      ['localhost:3001', '/', 'console admin /', 'admin'],
      ['localhost:3002', '/console', 'console admin /console', 'admin'],
      ['localhost:3001', '/oidc/auth', 'tenant admin /oidc/auth', 'admin'],
      ['localhost:3002', '/t/default/oidc/auth', nothing, 'admin'],
      ['localhost:3002', '/health/live', 'health default /health/live', 'admin'],
    ],
  },
  {
    name: 'a host for each tenant',
    environment: {
      ENDPOINT: 'https://id.example.com',
      ADMIN_PORT: '3002',
      TENANT_ENDPOINT: 'https://{tenantId}.example.com',
    },
    rows: [
      ['acme.example.com', '/oidc/auth', 'tenant acme /oidc/auth'],
      ['ACME.example.com', '/', 'tenant acme /'],
      ['acme.example.com', '/t/other/oidc', 'tenant acme /t/other/oidc'],
      ['acme.example.com', '/console', 'tenant acme /console'],
      ['acme.example.com', '/docs/errors', 'docs acme /errors'],
      ['id.example.com', '/t/acme/sign-in', 'moved acme /sign-in'],
      ['id.example.com', '/t/default/oidc/auth', 'moved default /oidc/auth'],
      // Our own host looks like a tenant's, and stays ours.
      ['id.example.com', '/oidc/auth', 'tenant default /oidc/auth'],
      // The admin tenant cannot be reached by naming it.
      ['admin.example.com', '/me', 'tenant default /me'],
      ['admin.example.com', '/t/admin/me', nothing],
      ['default.example.com', '/oidc/auth', 'tenant default /oidc/auth'],
      ['a.b.example.com', '/oidc/auth', 'tenant default /oidc/auth'],
      ['.example.com', '/oidc/auth', 'tenant default /oidc/auth'],
      ['example.com', '/oidc/auth', 'tenant default /oidc/auth'],
    ],
  },
];

const cloud: Group[] = [
  {
    name: 'one origin',
    environment: {},
    rows: [
      ['localhost:3001', '/', 'console admin /'],
      ['localhost:3001', '/abc123/applications', 'console admin /abc123/applications'],
      ['localhost:3001', '/api', 'cloud admin /api'],
      ['localhost:3001', '/api/tenants', 'cloud admin /api/tenants'],
      ['localhost:3001', '/apis', 'console admin /apis'],
      ['localhost:3001', '/docs', 'docs admin /'],
      ['localhost:3001', '/abc123/docs', 'console admin /abc123/docs'],
      ['localhost:3001', '/t/abc123/api/users', 'tenant abc123 /api/users'],
      ['localhost:3001', '/t/admin/oidc/auth', 'tenant admin /oidc/auth'],
      ['localhost:3001', '/t/default', 'tenant default /'],
      ['localhost:3001', '/m/abc123/api/users', 'managed abc123 /api/users'],
      ['localhost:3001', '/m/abc123', 'console admin /m/abc123'],
      ['localhost:3001', '/oidc/auth', 'console admin /oidc/auth'],
    ],
  },
  {
    name: 'the console on an origin of its own',
    environment: { ENDPOINT: 'https://id.example.com', ADMIN_ENDPOINT: 'https://cloud.example.com' },
    rows: [
      ['cloud.example.com', '/', 'console admin /'],
      ['cloud.example.com', '/api/tenants', 'cloud admin /api/tenants'],
      ['cloud.example.com', '/t/admin/oidc/auth', 'tenant admin /oidc/auth'],
      ['cloud.example.com', '/t/abc123/oidc/auth', nothing],
      ['cloud.example.com', '/m/abc123/api/users', 'managed abc123 /api/users'],
      ['id.example.com', '/t/abc123/oidc/auth', 'tenant abc123 /oidc/auth'],
      ['id.example.com', '/t/admin/oidc/auth', nothing],
      ['id.example.com', '/', nothing],
      ['id.example.com', '/api/tenants', nothing],
      ['id.example.com', '/m/abc123/api/users', nothing],
      ['id.example.com', '/sign-in-assets/a.js', 'assets default /sign-in-assets/a.js'],
    ],
  },
  {
    name: 'a host for each tenant',
    environment: { ENDPOINT: 'https://cloud.example.com', TENANT_ENDPOINT: 'https://{tenantId}.example.com' },
    rows: [
      ['cloud.example.com', '/', 'console admin /'],
      ['cloud.example.com', '/api/tenants', 'cloud admin /api/tenants'],
      ['abc123.example.com', '/oidc/auth', 'tenant abc123 /oidc/auth'],
      ['default.example.com', '/oidc/auth', 'tenant default /oidc/auth'],
      ['admin.example.com', '/oidc/auth', 'console admin /oidc/auth'],
      ['cloud.example.com', '/t/admin/oidc/auth', 'tenant admin /oidc/auth'],
      ['cloud.example.com', '/t/abc123', 'moved abc123 /'],
      ['cloud.example.com', '/t/abc123/main.js', 'moved abc123 /main.js'],
      ['cloud.example.com', '/t/abc123/api/users', 'moved abc123 /api/users'],
      ['cloud.example.com', '/t/abc123/oidc/auth', 'moved abc123 /oidc/auth'],
      ['cloud.example.com', '/t/default/oidc/auth', 'moved default /oidc/auth'],
      ['cloud.example.com', '/m/abc123/api/users', 'managed abc123 /api/users'],
      // A host that belongs to no tenant serves none.
      ['elsewhere.test', '/t/abc123/sign-in', 'moved abc123 /sign-in'],
    ],
  },
  {
    name: 'a host for each tenant, and one for the console',
    environment: {
      ENDPOINT: 'https://id.example.com',
      ADMIN_ENDPOINT: 'https://cloud.example.com',
      TENANT_ENDPOINT: 'https://{tenantId}.example.com',
    },
    rows: [
      ['id.example.com', '/t/abc123/sign-in', 'moved abc123 /sign-in'],
      ['cloud.example.com', '/t/abc123/sign-in', nothing],
      ['cloud.example.com', '/t/admin/oidc/auth', 'tenant admin /oidc/auth'],
      ['abc123.example.com', '/sign-in', 'tenant abc123 /sign-in'],
    ],
  },
];

const seen = (environment: Record<string, string>, [host, path, , listener = 'main']: Row) => {
  const place = resolveRequest(parseHosts(readSettings(environment)), { listener, host: host || undefined }, path);
  return place && `${place.surface} ${place.tenantId} ${place.path}`;
};

describe.each([
  { edition: 'oss', groups: openSource },
  { edition: 'cloud', groups: cloud },
])('$edition', ({ edition, groups }) => {
  describe.each(groups)('$name', ({ environment, rows }) => {
    it.each(rows)('%s %s → %s %s', (...row) => {
      expect(seen({ EDITION: edition, ...environment }, row)).toBe(row[2]);
    });
  });
});

it("distinguishes a tenant's host from all others", () => {
  const environment = { EDITION: 'cloud', TENANT_ENDPOINT: 'http://{tenantId}.localhost:3001' };
  const isTenantHost = (host: string, path: string) =>
    resolveRequest(parseHosts(readSettings(environment)), { listener: 'main', host }, path)?.isTenantHost;
  expect(isTenantHost('abc123.localhost:3001', '/sign-in')).toBe(true);
  expect(isTenantHost('localhost:3001', '/t/abc123/sign-in')).toBeUndefined();
  expect(isTenantHost('localhost:3001', '/t/admin/sign-in')).toBeUndefined();
});

describe('hosts that could be custom domains', () => {
  const asked = (host: string, environment: Record<string, string>, listener: 'main' | 'admin' = 'main') =>
    claimedHost(parseHosts(readSettings(environment)), { listener, host }).name;
  const here = { ENDPOINT: 'https://id.example.com', CUSTOM_DOMAIN_TARGET: 'domains.example.com' };

  it('are none of ours, and use the common port', () => {
    expect(asked('Login.Acme.com', here)).toBe('login.acme.com');
    expect(asked('login.acme.com:3001', { ...here, ENDPOINT: 'http://id.example.com:3001' })).toBe('login.acme.com');
    expect(asked('login.acme.com:8443', here)).toBeUndefined();
    expect(asked('id.example.com', here)).toBeUndefined();
    expect(asked('console.example.com', { ...here, ADMIN_ENDPOINT: 'https://console.example.com' })).toBeUndefined();
    expect(asked('abc.example.com', { ...here, TENANT_ENDPOINT: 'https://{tenantId}.example.com' })).toBeUndefined();
    expect(asked('login.acme.com', { ...here, ADMIN_PORT: '3002' }, 'admin')).toBeUndefined();
    expect(asked('login.acme.com', { ENDPOINT: 'https://id.example.com' })).toBeUndefined();
  });

  it('serve only their tenant', () => {
    for (const path of ['/', '/console', '/t/admin/oidc/token', '/api/users']) {
      expect(resolveOnDomain('abc', 'login.acme.com', path)).toEqual({
        ...{ surface: 'tenant', tenantId: 'abc', domain: 'login.acme.com', path },
      });
    }
    expect(resolveOnDomain('abc', 'login.acme.com', '/health/live')).toMatchObject({ surface: 'health' });
    expect(resolveOnDomain('abc', 'login.acme.com', '/sign-in-assets/a.js')).toMatchObject({ surface: 'assets' });
  });
});

describe('hosts of protected applications', () => {
  const here = { ENDPOINT: 'https://id.example.com', PROTECTED_APPS_DOMAIN: 'apps.example.com' };
  const asked = (host: string, environment: Record<string, string> = here, listener: 'main' | 'admin' = 'main') =>
    claimedHost(parseHosts(readSettings(environment)), { listener, host });

  it('are below their domain, where nothing else is served', () => {
    expect(asked('Shop.apps.example.com')).toEqual({ name: 'shop.apps.example.com', isReserved: true });
    const nothing = { name: undefined, isReserved: true };
    expect(asked('shop.apps.example.com:8443')).toEqual(nothing);
    expect(asked('shop.apps.example.com:8443:1')).toEqual(nothing);
    expect(asked('shop.apps.example.com', { ...here, ADMIN_PORT: '3002' }, 'admin')).toEqual(nothing);
    for (const host of ['apps.example.com', 'shop.apps.example.com.', 'a.b.apps.example.com']) {
      expect(asked(host).isReserved).toBe(true);
    }
  });

  it('are custom domains, too', () => {
    const target = { ...here, CUSTOM_DOMAIN_TARGET: 'domains.example.com' };
    expect(asked('www.acme.com', target)).toEqual({ name: 'www.acme.com', isReserved: false });
    expect(asked('id.example.com', target)).toEqual({ name: undefined, isReserved: false });
    expect(asked('myapps.example.com', target)).toEqual({ name: 'myapps.example.com', isReserved: false });
    const none = { name: undefined, isReserved: false };
    expect(asked('www.acme.com', { ENDPOINT: 'https://id.example.com' })).toEqual(none);
  });
});

describe('one spelling per path', () => {
  it.each(['/', '/oidc/auth', '/api/users/a%20b', '/console/', '/a-b_c.d~e', '/.well-known/x', '/%C3%A4'])(
    'accepts %s',
    (path) => {
      expect(isCanonicalPath(path)).toBe(true);
    },
  );
  it.each([
    '',
    'oidc',
    'http://evil.example.com/',
    '//evil.example.com',
    '/oidc//auth',
    '/./oidc',
    '/api/../oidc',
    '/api/..',
    '/oidc;x=1/auth',
    '/oidc\\auth',
    '/%2e%2e/oidc',
    '/%2Foidc',
    '/oidc%5cauth',
    '/%6fidc/auth',
    '/oidc%00',
    '/oidc%0a',
    '/oidc%',
    '/oidc%zz',
    '/%c3',
    '/ä',
    '/a b',
    '/a\tb',
  ])('rejects %j', (path) => {
    expect(isCanonicalPath(path)).toBe(false);
  });
});
