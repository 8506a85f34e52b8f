// SMTP configuration, field by field: the mail library gets nothing that is not listed here.
import type { BrokenRule } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { sender, webUrl } from './config-fields.ts';
import { templateKeys } from './message-templates.ts';

/** Sending ends after this time, however long the configured limits are. */
export const longestMs = 60_000;
const milliseconds = z.optional(z.number().check(z.minimum(100), z.maximum(600_000)));

const given = z.string().check(z.minLength(1));
const login = z.object({
  type: z.optional(z.enum(['login', 'Login', 'LOGIN'])),
  user: given,
  pass: given,
});
const oauthType = z.optional(z.enum(['oauth2', 'OAuth2', 'OAUTH2']));
const accessUrl = z.optional(webUrl);
const oauthToken = z
  .object({
    type: oauthType,
    user: z.string(),
    clientId: z.optional(z.string()),
    clientSecret: z.optional(z.string()),
    refreshToken: z.optional(z.string()),
    accessToken: z.optional(z.string()),
    accessUrl,
    expires: z.optional(z.number()),
  })
  .check(
    z.refine((auth) => Boolean(auth.accessToken ?? auth.refreshToken), {
      error: 'mail_token' satisfies BrokenRule,
      // So that it is compared with the other kinds of login.
      abort: true,
    }),
  );
const oauthServiceKey = z.object({
  type: oauthType,
  user: z.string(),
  serviceClient: z.string(),
  privateKey: z.union([z.string(), z.object({ key: z.string(), passphrase: z.string() })]),
  accessUrl,
});

/** An object without any value, such as the initial one of the form, means no login, too. */
const withoutEmpty = (sent: unknown) =>
  typeof sent === 'object' &&
  sent !== null &&
  Object.entries(sent).every(([name, value]) => name === 'type' || value === '')
    ? undefined
    : sent;
const auth = z.pipe(z.transform(withoutEmpty), z.optional(z.union([login, oauthServiceKey, oauthToken])));

export const smtpConfig = z.object({
  host: z.string().check(z.minLength(1)),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  auth: z.optional(auth),
  fromEmail: sender,
  replyTo: z.optional(sender),
  templates: z.optional(
    z.array(
      z.object({
        ...templateKeys,
        contentType: z.enum(['text/plain', 'text/html']),
        subject: z.string(),
        content: z.string(),
      }),
    ),
  ),
  secure: z.optional(z.boolean()),
  servername: z.optional(z.string()),
  ignoreTLS: z.optional(z.boolean()),
  requireTLS: z.optional(z.boolean()),
  tls: z.optional(
    z.object({
      rejectUnauthorized: z.optional(z.boolean()),
      ca: z.optional(z.string()),
      servername: z.optional(z.string()),
      minVersion: z.optional(z.enum(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'])),
    }),
  ),
  name: z.optional(z.string()),
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  customHeaders: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
  // Accepted and returned for compatibility, without effect.
  logger: z.optional(z.boolean()),
  debug: z.optional(z.boolean()),
  disableFileAccess: z.optional(z.boolean()),
  disableUrlAccess: z.optional(z.boolean()),
  localAddress: z.optional(z.string()),
  dnsTimeout: z.optional(z.number()),
});
export type SmtpConfig = z.output<typeof smtpConfig>;
export type SmtpAuth = NonNullable<SmtpConfig['auth']>;
