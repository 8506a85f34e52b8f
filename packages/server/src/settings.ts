// Everything an operator can set, read once from the environment. A bad value stops the start with one line.
import { Resolver } from 'node:dns';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { trustedHops } from './http/client-address.ts';
import { allowanceOf } from './outbound/special-addresses.ts';

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
const webAddress = z
  .string()
  .check(
    z.refine(
      (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must be an address such as https://docs.example.com/start',
    ),
  );
const list = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
);
/** A list that `read` can make something of. */
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

const checkDnsServers = (items: string[]) => new Resolver().setServers(items);

const schema = z.object({
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
  DNS_SERVERS: z._default(listFor(checkDnsServers, 'must list addresses such as 192.0.2.53 or 192.0.2.53:5353'), []),
  TRUST_PROXY: z._default(listFor(trustedHops, 'must list addresses or networks such as 10.0.0.0/8'), []),
  WIRE_NAMESPACE: z._default(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a short lower-case word')),
    'tessera',
  ),
  DATABASE_URL: z.optional(
    z.string().check(z.refine((value) => /^postgres(ql)?:\/\//.test(value), 'must begin with postgresql://')),
  ),
  DATABASE_POOL_SIZE: z._default(whole(2, 500), 20),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DRAIN_SECONDS: z._default(number(0, 300), 0),
  METRICS_PORT: z.optional(port),
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
  MESSAGE_LIMIT: z._default(whole(0, 1_000_000), 10),
  LOG_RETENTION_DAYS: z.optional(whole(1, 36_500)),
  OUTBOUND_ALLOW: z._default(listFor(allowanceOf, 'must list host names, addresses or networks'), []),
  PASSWORD_BREACH_ENDPOINT: z._default(origin, 'https://api.pwnedpasswords.com'),
  DISPOSABLE_EMAIL_ENDPOINT: z.optional(origin),
  TURNSTILE_ENDPOINT: z._default(origin, 'https://challenges.cloudflare.com'),
  RECAPTCHA_ENDPOINT: z._default(origin, 'https://recaptchaenterprise.googleapis.com'),
  RECAPTCHA_SCRIPT_ENDPOINT: z._default(origin, 'https://www.google.com'),
  SECRET_VAULT_KEK: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => /^[A-Za-z0-9+/]{43}=$/.test(value),
            'must be 32 bytes in base 64; `openssl rand -base64 32` makes such a key',
          ),
        ),
      z.transform((value) => Buffer.from(value, 'base64')),
    ),
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

export type Edition = 'oss' | 'cloud';
export type Settings = ReturnType<typeof readSettings>;

export class SettingError extends Error {}

export const readSettings = (environment: NodeJS.ProcessEnv) => {
  const names = Object.keys(schema.shape);
  const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const result = z.safeParse(schema, given);
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0]);
    // Values that contain a secret are not repeated.
    const shown = ['DATABASE_URL', 'SECRET_VAULT_KEK'].includes(name) ? name : `${name}=${environment[name]}`;
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
  const domainTarget = values.CUSTOM_DOMAIN_TARGET ?? hostOf(values.TENANT_ENDPOINT);
  // With a target that all share, an alias that somebody left behind would prove the domain for everybody.
  if (values.EDITION === 'cloud' && domainTarget && !domainTarget.startsWith('{tenantId}.')) {
    throw new SettingError(`CUSTOM_DOMAIN_TARGET=${domainTarget} must begin with {tenantId}. in the cloud edition`);
  }
  return {
    edition: values.EDITION,
    port: values.PORT,
    host: values.HOST,
    endpoint,
    adminPort: values.ADMIN_PORT,
    adminEndpoint,
    tenantEndpoint: values.TENANT_ENDPOINT,
    domainTarget,
    dnsServers: values.DNS_SERVERS,
    trustProxy: values.TRUST_PROXY,
    namespace: values.WIRE_NAMESPACE,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    dataDir: resolve(values.DATA_DIR),
    drainSeconds: values.DRAIN_SECONDS,
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL,
    connectorsDir: values.CONNECTORS_DIR,
    mailbox: values.MAILBOX,
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM,
    rateLimit: values.RATE_LIMIT,
    messageLimit: values.MESSAGE_LIMIT,
    logRetentionDays: values.LOG_RETENTION_DAYS,
    outboundAllow: values.OUTBOUND_ALLOW,
    passwordBreachEndpoint: stripSlash(values.PASSWORD_BREACH_ENDPOINT),
    disposableEmailEndpoint: values.DISPOSABLE_EMAIL_ENDPOINT && stripSlash(values.DISPOSABLE_EMAIL_ENDPOINT),
    turnstileEndpoint: stripSlash(values.TURNSTILE_ENDPOINT),
    recaptchaEndpoint: stripSlash(values.RECAPTCHA_ENDPOINT),
    recaptchaScriptEndpoint: stripSlash(values.RECAPTCHA_SCRIPT_ENDPOINT),
    secretVaultKek: values.SECRET_VAULT_KEK,
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
