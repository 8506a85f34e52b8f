// Tests every setting: invalid values, and derived ones.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { capabilitiesOf } from '@tessera/contract/capabilities';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings, secretSettings, settingsSchema, withoutSecrets } from './settings.ts';

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
  ...['https://apps.example.com', '*.apps.example.com', 'apps', 'Apps.example.com'].map(
    (value): [Record<string, string>, string] => [
      { PROTECTED_APPS_DOMAIN: value },
      `PROTECTED_APPS_DOMAIN=${value} is not usable: must be a host name such as apps.example.com`,
    ],
  ),
  ...[
    { ENDPOINT: 'https://example.com' },
    { ENDPOINT: 'https://id.example.com' },
    { ADMIN_ENDPOINT: 'https://console.example.com' },
    { TENANT_ENDPOINT: 'https://{tenantId}.example.com' },
    { CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.example.com' },
  ].map((other): [Record<string, string>, string] => [
    { ...(other as Record<string, string>), PROTECTED_APPS_DOMAIN: 'example.com' },
    'PROTECTED_APPS_DOMAIN=example.com must be a domain of its own, without other hosts of this server',
  ]),
  ...[
    { ENDPOINT: 'https://id.example.com' },
    { ENDPOINT: 'https://elsewhere.example', ADMIN_ENDPOINT: 'https://id.example.com' },
    { ENDPOINT: 'https://elsewhere.example', TENANT_ENDPOINT: 'https://{tenantId}.id.example.com' },
  ].map((other): [Record<string, string>, string] => [
    { ...(other as Record<string, string>), PROTECTED_APPS_DOMAIN: 'apps.id.example.com' },
    'PROTECTED_APPS_DOMAIN=apps.id.example.com must not be below id.example.com',
  ]),
  [{ ORIGIN_TIMEOUT_SECONDS: '0' }, 'ORIGIN_TIMEOUT_SECONDS=0 is not usable: must be a number from 1 to 3600'],
  [
    { TRUST_PROXY: '10.0.0.1, everybody' },
    'TRUST_PROXY=10.0.0.1, everybody is not usable: must list addresses or networks such as 10.0.0.0/8',
  ],
  [
    { TRUST_PROXY: '10.0.0.0/99' },
    'TRUST_PROXY=10.0.0.0/99 is not usable: must list addresses or networks such as 10.0.0.0/8',
  ],
  [{ WIRE_NAMESPACE: 'My Company' }, 'WIRE_NAMESPACE=My Company is not usable: must be a short lower-case word'],
  [{ SMTP_URL: 'smpt://mailer:hunter2@mail' }, 'SMTP_URL is not usable: must begin with smtp:// or smtps://'],
  [{ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }, 'DATABASE_URL is not usable: must begin with postgresql://'],
  [
    { DATABASE_URL: 'postgresql://one,two:port/x' },
    'DATABASE_URL is not usable: must look like postgresql://user@host:5432/database, or name several hosts, separated by commas',
  ],
  [
    { DATABASE_URL: 'postgresql://one,two/x?target_session_attrs=standby' },
    'DATABASE_URL is not usable: must have target_session_attrs=read-write, or leave it out',
  ],
  [
    { DATABASE_URL: 'postgresql://pooler/x', DATABASE_POOLER: 'transaction' },
    'DATABASE_POOLER=transaction needs DATABASE_URL and DATABASE_DIRECT_URL, past the pooler',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgresql://one,two/x' },
    'DATABASE_REPLICA_URL is not usable: must name one host, without target_session_attrs',
  ],
  [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE=1 is not usable: must be a number from 2 to 500'],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS=-1 is not usable: must be a number from 0 to 300'],
  [{ SHUTDOWN_SECONDS: '0' }, 'SHUTDOWN_SECONDS=0 is not usable: must be a number from 1 to 300'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT=collector:4318 is not usable: must be an address such as http://collector:4318, without a password',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'Bearer hunter2' },
    'OTEL_EXPORTER_OTLP_HEADERS is not usable: must look like a=1,b=2',
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG=2 is not usable: must be a number from 0 to 1'],
  [{ METRICS_PORT: 'on' }, 'METRICS_PORT=on is not usable: must be a number from 1 to 65535'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL=loud is not usable: must be one of trace, debug, info, warn, error, fatal, silent',
  ],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT=-1 is not usable: must be a number from 0 to 1000000'],
  [{ AUTHORIZATION_LIMIT: 'x' }, 'AUTHORIZATION_LIMIT=x is not usable: must be a number from 0 to 1000000'],
  [{ UPLOAD_QUOTA_MB: '1.5' }, 'UPLOAD_QUOTA_MB=1.5 is not usable: must be a whole number from 0 to 1000000'],
  [
    { OUTBOUND_ALLOW: '10.0.0.0/99' },
    'OUTBOUND_ALLOW=10.0.0.0/99 is not usable: must list host names, addresses or networks',
  ],
  ...['proxy:3128', 'https://proxy.example:3128', 'http://proxy.example/path'].map(
    (value): [Record<string, string>, string] => [
      { OUTBOUND_PROXY: value },
      'OUTBOUND_PROXY is not usable: must look like http://proxy.example.com:3128, with or without a login',
    ],
  ),
  [{ PASSWORD_BREACH_ENDPOINT: 'nowhere' }, `PASSWORD_BREACH_ENDPOINT=nowhere is not usable: ${anOrigin}`],
  [
    { SECRET_VAULT_KEK: 'hunter2' },
    'SECRET_VAULT_KEK is not usable: must be 32 bytes in base 64; `openssl rand -base64 32` makes such a key',
  ],
  [{ CASE_SENSITIVE_USERNAME: 'maybe' }, 'CASE_SENSITIVE_USERNAME=maybe is not usable: must be true or false'],
  [
    { ASSETS_STORAGE: 'https://files.example.com' },
    'ASSETS_STORAGE=https://files.example.com is not usable: must be database, or look like s3://bucket/prefix?region=eu-central-1, gs://bucket/prefix or azure://account/container/prefix',
  ],
  [
    { ASSETS_STORAGE: 's3://files', ASSETS_STORAGE_KEY_ID: 'id' },
    'ASSETS_STORAGE_SECRET is missing: ASSETS_STORAGE needs it',
  ],
  [
    { ASSETS_STORAGE: 'gs://files', ASSETS_STORAGE_SECRET: 'x' },
    'ASSETS_STORAGE_KEY_ID is missing: ASSETS_STORAGE needs it',
  ],
  [
    { ASSETS_STORAGE: 's3://id:hunter2@files' },
    'ASSETS_STORAGE=s3://******@files is not usable: must be database, or look like s3://bucket/prefix?region=eu-central-1, gs://bucket/prefix or azure://account/container/prefix',
  ],
  [
    { ENDPOINT: 'https://ann:hunter2@id.example.com' },
    `ENDPOINT=https://******@id.example.com is not usable: ${anOrigin}`,
  ],
  [{ ASSETS_CACHE_MB: '1' }, 'ASSETS_CACHE_MB=1 is not usable: must be a number from 32 to 1000000'],
  [{ DEV_FEATURES_ENABLED: '2' }, 'DEV_FEATURES_ENABLED=2 is not usable: must be true or false'],
];

const vaultKey = Buffer.alloc(32, 'hunter2').toString('base64');

/** A usable value of each secret setting, what must not be shown of it, and what else it needs. */
const secrets: Record<string, [value: string, hidden: string, others?: Record<string, string>]> = {
  ASSETS_STORAGE_SECRET: ['hunter2', 'hunter2', { ASSETS_STORAGE: 's3://files', ASSETS_STORAGE_KEY_ID: 'id' }],
  DATABASE_URL: ['postgresql://ann:hunter2@db/x', 'hunter2'],
  DATABASE_DIRECT_URL: ['postgresql://ann:hunter2@db/x', 'hunter2'],
  DATABASE_REPLICA_URL: ['postgresql://ann:hunter2@db/x', 'hunter2'],
  OTEL_EXPORTER_OTLP_HEADERS: ['authorization=hunter2', 'hunter2', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318' }],
  OUTBOUND_PROXY: ['http://ann:hunter2@proxy:3128', Buffer.from('ann:hunter2').toString('base64')],
  SECRET_VAULT_KEK: [vaultKey, vaultKey],
  SMTP_URL: ['smtp://ann:hunter2@mail', 'hunter2'],
};

describe('secret settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are all tested, and every setting whose name says so is one', () => {
    expect(Object.keys(secrets).toSorted()).toEqual([...secretSettings].toSorted());
    const named = Object.keys(settingsSchema.shape).filter((name) =>
      /SECRET|PASSWORD|TOKEN|KEK|HEADERS|DATABASE.*URL/.test(name),
    );
    expect(named.filter((name) => !secretSettings.has(name))).toEqual(['PASSWORD_BREACH_ENDPOINT']);
  });

  it.each(Object.entries(secrets))('reads %s from a file and never shows it', (name, [value, hidden, others]) => {
    const file = join(folder, name);
    writeFileSync(file, `${value}\n`);
    const fromFile = readSettings({ ...others, [`${name}_FILE`]: file });
    expect(fromFile).toEqual(readSettings({ ...others, [name]: value }));
    const bytes = { type: 'Buffer', data: [...Buffer.from(value, 'base64')] };
    const shown = JSON.stringify(withoutSecrets(fromFile));
    expect(shown).toContain(name.startsWith('OTEL') ? '"authorization"' : '******');
    expect(shown).not.toContain(hidden);
    expect(shown).not.toContain(JSON.stringify(bytes));
  });
});

describe('settings', () => {
  it.each(bad)('rejects %j in one line', (environment, line) => {
    expect(() => readSettings(environment)).toThrow(new Error(line));
  });

  it('are all optional', () => {
    expect(readSettings({})).toMatchObject({
      edition: 'oss',
      capabilities: capabilitiesOf('oss'),
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

  it('treat an empty value as missing', () => {
    expect(readSettings({ PORT: '', EDITION: '', DATABASE_URL: '' })).toEqual(readSettings({}));
  });

  it('ignore foreign variables', () => {
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
  ])('%j: the public URLs', (environment: Record<string, string>, endpoint, adminEndpoint) => {
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
  ])('parse the flag %s', (value, expected) => {
    expect(readSettings({ CASE_SENSITIVE_USERNAME: value }).caseSensitiveUsername).toBe(expected);
  });

  it('never show the key of external storage', () => {
    const assets = { storage: 'azure://account/files', keyId: '', secret: '******', cacheMb: 256 };
    const given = { ASSETS_STORAGE: 'azure://account/files', ASSETS_STORAGE_SECRET: 'hidden' };
    expect(withoutSecrets(readSettings(given)).assets).toEqual(assets);
  });

  it('read the login of the proxy, and never show it', () => {
    const settings = readSettings({ OUTBOUND_PROXY: 'http://id:hunter%402@[::1]:3128' });
    const authorization = `Basic ${Buffer.from('id:hunter@2').toString('base64')}`;
    expect(settings.outboundProxy).toEqual({ hostname: '::1', port: 3128, authorization });
    expect(JSON.stringify(withoutSecrets(settings))).not.toContain(authorization);
  });

  it('read OpenTelemetry settings, and trace nothing without an endpoint', () => {
    expect(readSettings({ OTEL_SERVICE_NAME: 'id' }).tracing).toBeUndefined();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const headers = 'authorization=Bearer%20a=b, x-tenant=acme';
    const settings = readSettings({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers });
    expect(settings.tracing).toMatchObject({
      url: 'http://collector:4318/v1/traces',
      headers: { authorization: 'Bearer a=b', 'x-tenant': 'acme' },
    });
    expect(JSON.stringify(withoutSecrets(settings))).not.toContain('Bearer');
    const complete = { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/otlp' };
    expect(readSettings(complete).tracing?.url).toBe('https://traces.example.com/otlp');
  });

  it('parse comma-separated lists', () => {
    const { trustProxy, outboundAllow } = readSettings({
      TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,,::1',
      OUTBOUND_ALLOW: 'intranet.example.com,10.1.0.0/16',
    });
    expect(trustProxy).toEqual(['10.0.0.1', '192.168.0.0/16', '::1']);
    expect(outboundAllow).toEqual(['intranet.example.com', '10.1.0.0/16']);
  });
});
