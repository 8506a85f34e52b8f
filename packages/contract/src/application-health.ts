// What an application did in the last 30 days: the redirect URIs it used, its failed requests, and its secrets.
import * as z from 'zod/mini';
import { applicationFailures } from './application-failures.ts';
import { timestamp } from './fields.ts';
import { get, resource } from './kit.ts';

const redirectUri = z.object({
  uri: z.string(),
  /** False if it was removed since. */
  isRegistered: z.boolean(),
  count: z.number(),
  lastUsedAt: z.nullable(timestamp),
});

const failure = z.object({
  reason: z.enum(applicationFailures),
  count: z.number(),
  lastAt: timestamp,
  /** The most frequent ones: redirect URIs, origins, scopes, APIs, grants or texts, depending on the reason. */
  details: z.array(z.object({ value: z.string(), count: z.number(), lastAt: timestamp })),
});

const secretIssues = ['expired', 'expiring', 'old', 'unused', 'never_used'] as const;
const secretHealth = z.object({
  name: z.string(),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  lastUsedAt: z.nullable(timestamp),
  /** Nothing is known about uses before. */
  recordedSince: timestamp,
  issues: z.array(z.enum(secretIssues)),
});

export const applicationHealth = z.object({
  /** The beginning of the first of 30 days, in UTC. */
  since: timestamp,
  /** One for each of these days, also without requests. */
  days: z.array(z.object({ date: timestamp, signIns: z.number(), failed: z.number() })),
  redirectUris: z.array(redirectUri),
  failures: z.array(failure),
  secrets: z.array(secretHealth),
});
export type ApplicationHealth = z.output<typeof applicationHealth>;
export type SecretIssue = (typeof secretIssues)[number];

export const applicationHealths = resource('application-health', 'management', {
  get: get('/applications/:id/health', { response: applicationHealth, mayLag: true }),
});
