// Every setting: what is refused, with a line that names it, and what the others follow from.
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const anOrigin = 'must be an origin such as https://id.example.com, without a path';
const aPort = 'must be a whole number from 1 to 65535';

const bad: [environment: Record<string, string>, line: string][] = [
  [{ PORT: '65536' }, 'PORT=65536 is not usable: must be a number from 1 to 65535'],
  [{ PORT: '80.5' }, `PORT=80.5 is not usable: ${aPort}`],
  [{ ENDPOINT: 'id.example.com' }, `ENDPOINT=id.example.com is not usable: ${anOrigin}`],
  [{ ENDPOINT: 'https://example.com/id' }, `ENDPOINT=https://example.com/id is not usable: ${anOrigin}`],
  [{ EDITION: 'enterprise' }, 'EDITION=enterprise is not usable: must be one of oss, cloud'],
  [{ ADMIN_PORT: '3.5' }, `ADMIN_PORT=3.5 is not usable: ${aPort}`],
  [{ PORT: '3001', ADMIN_PORT: '3001' }, 'ADMIN_PORT=3001 must differ from PORT'],
  [{ ADMIN_ENDPOINT: 'ftp://example.com' }, `ADMIN_ENDPOINT=ftp://example.com is not usable: ${anOrigin}`],
  [
    { ENDPOINT: 'https://example.com', ADMIN_ENDPOINT: 'https://example.com/' },
    'ADMIN_ENDPOINT=https://example.com must differ from ENDPOINT',
  ],
  [
    { TENANT_ENDPOINT: 'https://example.com' },
    'TENANT_ENDPOINT=https://example.com is not usable: must look like https://{tenantId}.example.com',
  ],
  [
    { TRUST_PROXY: '10.0.0.1, everybody' },
    'TRUST_PROXY=10.0.0.1, everybody is not usable: must list addresses or networks such as 10.0.0.0/8',
  ],
  [
    { TRUST_PROXY: '10.0.0.0/99' },
    'TRUST_PROXY=10.0.0.0/99 is not usable: must list addresses or networks such as 10.0.0.0/8',
  ],
  [{ WIRE_NAMESPACE: 'My Company' }, 'WIRE_NAMESPACE=My Company is not usable: must be a short lower-case word'],
  [{ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }, 'DATABASE_URL is not usable: must begin with postgresql://'],
  [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE=1 is not usable: must be a number from 2 to 500'],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS=-1 is not usable: must be a number from 0 to 300'],
  [{ METRICS_PORT: 'on' }, 'METRICS_PORT=on is not usable: must be a number from 1 to 65535'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL=loud is not usable: must be one of trace, debug, info, warn, error, fatal, silent',
  ],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT=-1 is not usable: must be a number from 0 to 1000000'],
  [
    { OUTBOUND_ALLOW: '10.0.0.0/99' },
    'OUTBOUND_ALLOW=10.0.0.0/99 is not usable: must list host names, addresses or networks',
  ],
  [{ PASSWORD_BREACH_ENDPOINT: 'nowhere' }, `PASSWORD_BREACH_ENDPOINT=nowhere is not usable: ${anOrigin}`],
  [
    { SECRET_VAULT_KEK: 'hunter2' },
    'SECRET_VAULT_KEK is not usable: must be 32 bytes in base 64; `openssl rand -base64 32` makes such a key',
  ],
  [{ CASE_SENSITIVE_USERNAME: 'maybe' }, 'CASE_SENSITIVE_USERNAME=maybe is not usable: must be true or false'],
  [{ DEV_FEATURES_ENABLED: '2' }, 'DEV_FEATURES_ENABLED=2 is not usable: must be true or false'],
];

describe('settings', () => {
  it.each(bad)('refuses %j with one line', (environment, line) => {
    expect(() => readSettings(environment)).toThrow(new Error(line));
  });

  it('needs none', () => {
    expect(readSettings({})).toMatchObject({
      edition: 'oss',
      port: 3001,
      endpoint: 'http://localhost:3001',
      adminEndpoint: undefined,
      databaseUrl: undefined,
      dataDir: resolve('data'),
      trustProxy: [],
      namespace: 'tessera',
      logLevel: 'warn',
    });
  });

  it('takes an empty value for none', () => {
    expect(readSettings({ PORT: '', EDITION: '', DATABASE_URL: '' })).toEqual(readSettings({}));
  });

  it('ignores what is not its own', () => {
    expect(readSettings({ PATH: '/bin', PORTS: 'x' })).toEqual(readSettings({}));
  });

  it.each([
    [{ PORT: '8080' }, 'http://localhost:8080', undefined],
    [{ ENDPOINT: 'https://id.example.com/' }, 'https://id.example.com', undefined],
    [{ ADMIN_PORT: '3002' }, 'http://localhost:3001', 'http://localhost:3002'],
    [
      { ENDPOINT: 'https://id.example.com', ADMIN_PORT: '3002' },
      'https://id.example.com',
      'https://id.example.com:3002',
    ],
    [{ ADMIN_ENDPOINT: 'https://console.example.com/' }, 'http://localhost:3001', 'https://console.example.com'],
    [
      { ADMIN_ENDPOINT: 'https://console.example.com', ADMIN_PORT: '3002' },
      'http://localhost:3001',
      'https://console.example.com',
    ],
  ])('%j: the public addresses', (environment: Record<string, string>, endpoint, adminEndpoint) => {
    expect(readSettings(environment)).toMatchObject({ endpoint, adminEndpoint });
  });

  it.each([
    ['true', true],
    ['1', true],
    ['on', true],
    ['yes', true],
    ['false', false],
    ['0', false],
    ['off', false],
    ['no', false],
  ])('reads the flag %s', (value, expected) => {
    expect(readSettings({ CASE_SENSITIVE_USERNAME: value }).caseSensitiveUsername).toBe(expected);
  });

  it('reads lists by comma', () => {
    const { trustProxy, outboundAllow } = readSettings({
      TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,,::1',
      OUTBOUND_ALLOW: 'intranet.example.com,10.1.0.0/16',
    });
    expect(trustProxy).toEqual(['10.0.0.1', '192.168.0.0/16', '::1']);
    expect(outboundAllow).toEqual(['intranet.example.com', '10.1.0.0/16']);
  });
});
