// All settings of an operator, read once from the environment. An invalid value stops the start with one line.

import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { capabilitiesOf } from '@tessera/contract/capabilities';
import { isWebUrl } from '@tessera/contract/web-url';
import * as z from 'zod/mini';
import { parseDatabaseUrl } from './infrastructure/database/database-url.ts';
import { networksIn } from './infrastructure/http/networks.ts';
import { isWithin, ownHosts } from './infrastructure/http/own-hosts.ts';
import { parseProxy } from './infrastructure/outbound/proxy.ts';
import { allowanceOf } from './infrastructure/outbound/special-addresses.ts';
import { parseStorageUrl } from './infrastructure/stored-files/storage-url.ts';
import { tracingSchema, tracingSettings } from './infrastructure/tracing/tracing-settings.ts';

const number = (least: number, most: number) => {
  const problem = `must be a number from ${least} to ${most}`;
  return z.coerce.number<string>(problem).check(z.minimum(least, problem), z.maximum(most, problem));
};
const whole = (least: number, most: number) =>
  number(least, most).check(z.int(`must be a whole number from ${least} to ${most}`));
const port = whole(1, 65_535);
const oneOf = <const V extends string>(values: V[]) => z.enum(values, `must be one of ${values.join(', ')}`);
const flag = z.pipe(
  z.enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], 'must be true or false'),
  z.transform((value) => ['1', 'true', 'yes', 'on'].includes(value)),
);
const origin = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && (url.origin === value || `${url.origin}/` === value);
  }, 'must be an origin such as https://id.example.com, without a path'),
);
const webAddress = z.string().check(z.refine(isWebUrl, 'must be an address such as https://docs.example.com/start'));
const list = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
);
/** A list that `read` accepts. */
const listFor = (read: (items: string[]) => unknown, problem: string) =>
  list.check(
    z.refine((items) => {
      try {
        read(items);
        return true;
      } catch {
        return false;
      }
    }, problem),
  );

const isDatabaseUrl = (value: string) => {
  try {
    parseDatabaseUrl(value);
    return true;
  } catch {
    return false;
  }
};
const databaseUrl = z.string().check(
  z.refine((value) => /^postgres(ql)?:\/\//.test(value), { error: 'must begin with postgresql://', abort: true }),
  z.refine(isDatabaseUrl, {
    error: 'must look like postgresql://user@host:5432/database, or name several hosts, separated by commas',
    abort: true,
  }),
);
/** The server writes, so it needs a writable host. */
const writableDatabaseUrl = databaseUrl.check(
  z.refine(
    (value) => ['any', 'read-write', 'primary', undefined].includes(parseDatabaseUrl(value).sessions),
    'must have target_session_attrs=read-write, or leave it out',
  ),
);

const checkDnsServers = (items: string[]) => new Resolver().setServers(items);

const isProxy = (value: string): boolean => {
  try {
    return Boolean(parseProxy(value));
  } catch {
    return false;
  }
};

const isStorage = (value: string): boolean => {
  try {
    return value === 'database' || Boolean(parseStorageUrl(value));
  } catch {
    return false;
  }
};

export const settingsSchema = z.object({
  PORT: z._default(port, 3001),
  HOST: z.optional(z.string()),
  ENDPOINT: z.optional(origin),
  EDITION: z._default(oneOf(['oss', 'cloud']), 'oss'),
  ADMIN_PORT: z.optional(port),
  ADMIN_ENDPOINT: z.optional(origin),
  TENANT_ENDPOINT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^https?:\/\/\{tenantId\}\.[^/{}]+$/.test(value),
          'must look like https://{tenantId}.example.com',
        ),
      ),
  ),
  CUSTOM_DOMAIN_TARGET: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^(\{tenantId\}\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(value),
          'must be a host name such as {tenantId}.domains.example.com',
        ),
      ),
  ),
  PROTECTED_APPS_DOMAIN: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(value) && value.length <= 180,
          'must be a host name such as apps.example.com',
        ),
      ),
  ),
  ORIGIN_TIMEOUT_SECONDS: z._default(whole(1, 3_600), 60),
  ORIGIN_CONNECTIONS: z._default(whole(3, 1_000_000), 4_000),
  DNS_SERVERS: z._default(listFor(checkDnsServers, 'must list addresses such as 192.0.2.53 or 192.0.2.53:5353'), []),
  SSO_DOMAIN_VERIFICATION: z.optional(flag),
  TRUST_PROXY: z._default(listFor(networksIn, 'must list addresses or networks such as 10.0.0.0/8'), []),
  WIRE_NAMESPACE: z._default(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a short lower-case word')),
    'tessera',
  ),
  DATABASE_URL: z.optional(writableDatabaseUrl),
  DATABASE_DIRECT_URL: z.optional(writableDatabaseUrl),
  DATABASE_REPLICA_URL: z.optional(
    databaseUrl.check(
      z.refine((value) => {
        const { addresses, sessions } = parseDatabaseUrl(value);
        return addresses.length === 1 && sessions === undefined;
      }, 'must name one host, without target_session_attrs'),
    ),
  ),
  DATABASE_REPLICA_MAX_LAG_SECONDS: z._default(number(1, 3600), 10),
  DATABASE_POOLER: z._default(oneOf(['none', 'transaction']), 'none'),
  DATABASE_POOL_SIZE: z._default(whole(2, 500), 20),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  ASSETS_STORAGE: z._default(
    z
      .string()
      .check(
        z.refine(
          isStorage,
          'must be database, or look like s3://bucket/prefix?region=eu-central-1, gs://bucket/prefix or azure://account/container/prefix',
        ),
      ),
    'database',
  ),
  ASSETS_STORAGE_KEY_ID: z.optional(z.string()),
  ASSETS_STORAGE_SECRET: z.optional(z.string()),
  ASSETS_CACHE_MB: z._default(whole(32, 1_000_000), 256),
  DRAIN_SECONDS: z._default(number(0, 300), 0),
  SHUTDOWN_SECONDS: z._default(number(1, 300), 25),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  ...tracingSchema,
  LOG_LEVEL: z._default(oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'warn'),
  CONNECTORS_DIR: z.optional(z.string()),
  MAILBOX: z._default(flag, true),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine((value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? ''), 'must begin with smtp:// or smtps://'),
      ),
  ),
  SMTP_FROM: z.optional(z.string().check(z.minLength(3))),
  RATE_LIMIT: z._default(whole(0, 1_000_000), 120),
  AUTHORIZATION_LIMIT: z.optional(whole(0, 1_000_000)),
  MESSAGE_LIMIT: z._default(whole(0, 1_000_000), 10),
  UPLOAD_QUOTA_MB: z._default(whole(0, 1_000_000), 512),
  LOG_RETENTION_DAYS: z.optional(whole(1, 36_500)),
  OUTBOUND_ALLOW: z._default(listFor(allowanceOf, 'must list host names, addresses or networks'), []),
  OUTBOUND_PROXY: z.optional(
    z.string().check(z.refine(isProxy, 'must look like http://proxy.example.com:3128, with or without a login')),
  ),
  PASSWORD_BREACH_ENDPOINT: z._default(origin, 'https://api.pwnedpasswords.com'),
  DISPOSABLE_EMAIL_ENDPOINT: z.optional(origin),
  TURNSTILE_ENDPOINT: z._default(origin, 'https://challenges.cloudflare.com'),
  RECAPTCHA_ENDPOINT: z._default(origin, 'https://recaptchaenterprise.googleapis.com'),
  RECAPTCHA_SCRIPT_ENDPOINT: z._default(origin, 'https://www.google.com'),
  SECRET_VAULT_KEK: z._default(
    z.pipe(
      list.check(
        z.refine(
          (keys) => keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)),
          'must be 32 bytes in base 64; `openssl rand -base64 32` makes such a key',
        ),
      ),
      z.transform((keys) => keys.map((key) => Buffer.from(key, 'base64'))),
    ),
    [],
  ),
  CASE_SENSITIVE_USERNAME: z._default(flag, true),
  USER_DEFAULT_ROLE_NAMES: z._default(list, []),
  DEV_FEATURES_ENABLED: z._default(flag, false),
  RELEASES_URL: z.optional(webAddress),
  RELEASE_INFO_URL: z.optional(webAddress),
  HELP_DOCS_URL: z.optional(webAddress),
  HELP_CHAT_URL: z.optional(webAddress),
  HELP_ISSUES_URL: z.optional(webAddress),
  HELP_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@?&]+@[^\s@?&]+$/, 'must be an email address'))),
  HELP_MEETING_URL: z.optional(webAddress),
});

/** Their values never appear in messages, and can be given in a file named by the setting with `_FILE`. */
export const secretSettings: ReadonlySet<string> = new Set([
  'ASSETS_STORAGE_SECRET',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OUTBOUND_PROXY',
  'SECRET_VAULT_KEK',
  'SMTP_URL',
]);

/** Someone may put a login into a URL that has no place for one. */
const withoutLogin = (value = '') => value.replaceAll(/\/\/[^/?#\s,]*@/g, '//******@');

const readSecretFile = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new SettingError(`${name}_FILE=${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
};

const withSecretFiles = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const read = [...secretSettings].flatMap((name) => {
    const path = environment[`${name}_FILE`];
    if (!path) return [];
    if (environment[name]) throw new SettingError(`${name} and ${name}_FILE are both set: remove one of them`);
    return [[name, readSecretFile(name, path)]];
  });
  return { ...environment, ...Object.fromEntries(read) };
};

/** The effective settings without secrets, for the log. */
export const withoutSecrets = (settings: Settings) => ({
  ...settings,
  assets: { ...settings.assets, secret: settings.assets.secret && '******' },
  databaseUrl: settings.databaseUrl && '******',
  databaseDirectUrl: settings.databaseDirectUrl && '******',
  databaseReplicaUrl: settings.databaseReplicaUrl && '******',
  outboundProxy: settings.outboundProxy && { ...settings.outboundProxy, authorization: '******' },
  smtpUrl: settings.smtpUrl && '******',
  tracing: settings.tracing && { ...settings.tracing, headers: Object.keys(settings.tracing.headers) },
  secretVaultKeks: settings.secretVaultKeks.map(() => '******'),
});

export type Edition = 'oss' | 'cloud';
export type Settings = ReturnType<typeof readSettings>;

class SettingError extends Error {}

export const readSettings = (given: NodeJS.ProcessEnv) => {
  const environment = withSecretFiles(given);
  const names = Object.keys(settingsSchema.shape);
  const present = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const result = z.safeParse(settingsSchema, present);
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0]);
    const shown = secretSettings.has(name) ? name : `${name}=${withoutLogin(environment[name])}`;
    throw new SettingError(`${shown} is not usable: ${issue?.message ?? 'invalid'}`);
  }
  const values = result.data;
  const endpoint = stripSlash(values.ENDPOINT ?? `http://localhost:${values.PORT}`);
  const adminEndpoint =
    values.ADMIN_ENDPOINT === undefined && values.ADMIN_PORT !== undefined
      ? withPort(endpoint, values.ADMIN_PORT)
      : values.ADMIN_ENDPOINT && stripSlash(values.ADMIN_ENDPOINT);
  if (values.ADMIN_PORT === values.PORT)
    throw new SettingError(`ADMIN_PORT=${values.ADMIN_PORT} must differ from PORT`);
  if (adminEndpoint === endpoint) throw new SettingError(`ADMIN_ENDPOINT=${adminEndpoint} must differ from ENDPOINT`);
  // Notifications and migrations need dedicated connections.
  if (values.DATABASE_POOLER === 'transaction' && !(values.DATABASE_URL && values.DATABASE_DIRECT_URL)) {
    throw new SettingError('DATABASE_POOLER=transaction needs DATABASE_URL and DATABASE_DIRECT_URL, past the pooler');
  }
  const capabilities = capabilitiesOf(values.EDITION);
  const domainTarget = values.CUSTOM_DOMAIN_TARGET ?? hostOf(values.TENANT_ENDPOINT);
  // With a shared target, an abandoned CNAME record would verify the domain for every tenant.
  if (!capabilities.hasOwnTenantsOnly && domainTarget && !domainTarget.startsWith('{tenantId}.')) {
    throw new SettingError(`CUSTOM_DOMAIN_TARGET=${domainTarget} must begin with {tenantId}. in the cloud edition`);
  }
  const protectedAppsDomain = values.PROTECTED_APPS_DOMAIN;
  const owned = ownHosts({ endpoint, adminEndpoint, tenantEndpoint: values.TENANT_ENDPOINT, domainTarget });
  // Otherwise a protected application could take the host of the console or of a tenant.
  if (protectedAppsDomain && owned.some((host) => isWithin(host, protectedAppsDomain))) {
    throw new SettingError(
      `PROTECTED_APPS_DOMAIN=${protectedAppsDomain} must be a domain of its own, without other hosts of this server`,
    );
  }
  // Sites could set cookies for it. On one machine, they are there for development only.
  const parent = owned.find((host) => host !== 'localhost' && isWithin(protectedAppsDomain ?? '', host));
  if (parent) {
    throw new SettingError(`PROTECTED_APPS_DOMAIN=${protectedAppsDomain} must not be below ${parent}`);
  }
  const isExternal = values.ASSETS_STORAGE !== 'database';
  const needed = values.ASSETS_STORAGE.startsWith('azure:') ? [] : (['ASSETS_STORAGE_KEY_ID'] as const);
  for (const name of [...needed, 'ASSETS_STORAGE_SECRET'] as const) {
    if (isExternal && !values[name]) throw new SettingError(`${name} is missing: ASSETS_STORAGE needs it`);
  }
  return {
    edition: values.EDITION,
    capabilities,
    port: values.PORT,
    host: values.HOST,
    endpoint,
    adminPort: values.ADMIN_PORT,
    adminEndpoint,
    tenantEndpoint: values.TENANT_ENDPOINT,
    domainTarget,
    /** Hosts of protected applications are below it; without it, there are none. */
    protectedAppsDomain,
    originTimeoutSeconds: values.ORIGIN_TIMEOUT_SECONDS,
    /** Requests and WebSockets to the sites of protected applications at once. */
    originConnections: values.ORIGIN_CONNECTIONS,
    dnsServers: values.DNS_SERVERS,
    /** Whether a domain routes users only once a DNS record proves that it belongs to the tenant. */
    ssoDomainVerification: values.SSO_DOMAIN_VERIFICATION ?? capabilities.hasDomainVerification,
    trustProxy: values.TRUST_PROXY,
    namespace: values.WIRE_NAMESPACE,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseReplicaMaxLagSeconds: values.DATABASE_REPLICA_MAX_LAG_SECONDS,
    databasePooler: values.DATABASE_POOLER,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    dataDir: resolve(values.DATA_DIR),
    assets: {
      /** Where uploads are stored; `undefined` for the database. */
      storage: isExternal ? values.ASSETS_STORAGE : undefined,
      keyId: values.ASSETS_STORAGE_KEY_ID ?? '',
      secret: values.ASSETS_STORAGE_SECRET ?? '',
      cacheMb: values.ASSETS_CACHE_MB,
    },
    drainSeconds: values.DRAIN_SECONDS,
    shutdownSeconds: values.SHUTDOWN_SECONDS,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    tracing: tracingSettings(values),
    logLevel: values.LOG_LEVEL,
    connectorsDir: values.CONNECTORS_DIR,
    mailbox: values.MAILBOX,
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM,
    rateLimit: values.RATE_LIMIT,
    authorizationLimit: values.AUTHORIZATION_LIMIT ?? values.RATE_LIMIT * 5,
    messageLimit: values.MESSAGE_LIMIT,
    uploadQuotaMb: values.UPLOAD_QUOTA_MB,
    logRetentionDays: values.LOG_RETENTION_DAYS,
    outboundAllow: values.OUTBOUND_ALLOW,
    outboundProxy: values.OUTBOUND_PROXY === undefined ? undefined : parseProxy(values.OUTBOUND_PROXY),
    passwordBreachEndpoint: stripSlash(values.PASSWORD_BREACH_ENDPOINT),
    disposableEmailEndpoint: values.DISPOSABLE_EMAIL_ENDPOINT && stripSlash(values.DISPOSABLE_EMAIL_ENDPOINT),
    turnstileEndpoint: stripSlash(values.TURNSTILE_ENDPOINT),
    recaptchaEndpoint: stripSlash(values.RECAPTCHA_ENDPOINT),
    recaptchaScriptEndpoint: stripSlash(values.RECAPTCHA_SCRIPT_ENDPOINT),
    secretVaultKeks: values.SECRET_VAULT_KEK,
    caseSensitiveUsername: values.CASE_SENSITIVE_USERNAME,
    userDefaultRoleNames: values.USER_DEFAULT_ROLE_NAMES,
    devFeatures: values.DEV_FEATURES_ENABLED,
    releases: { page: values.RELEASES_URL, info: values.RELEASE_INFO_URL },
    help: {
      docs: values.HELP_DOCS_URL,
      chat: values.HELP_CHAT_URL,
      issues: values.HELP_ISSUES_URL,
      email: values.HELP_EMAIL,
      meeting: values.HELP_MEETING_URL,
    },
  } as const;
};

const stripSlash = (value: string) => value.replace(/\/$/, '');
/** Without scheme and port. */
const hostOf = (pattern: string | undefined) => pattern?.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
const withPort = (endpoint: string, newPort: number) => {
  const url = new URL(endpoint);
  url.port = String(newPort);
  return url.origin;
};
