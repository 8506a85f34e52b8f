// Webhooks: endpoints that are notified of events in a tenant.
import * as z from 'zod/mini';
import { matches, satisfies } from './field-issues.ts';
import { secret } from './field-rules.ts';
import { id, jsonObject, pageQuery, text, timestamp, webUrl } from './fields.ts';
import { headerNamePattern, headerValuePattern } from './header-patterns.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { webhookEvents } from './webhook-events.ts';

export const maxWebhookRetries = 3;

/** Secret, since headers often contain a credential. */
const headers = secret(
  z
    .record(
      text(1, 128).check(matches(headerNamePattern, 'header_name')),
      z.string().check(z.maxLength(4096), matches(headerValuePattern, 'header_value')),
    )
    .check(satisfies((value) => Object.keys(value).length <= 50, 'header_count')),
  { readBy: 'managers' },
);

export const webhookConfig = z.object({
  url: webUrl,
  headers: z.optional(headers),
  retries: z.optional(z.int().check(z.minimum(0), z.maximum(maxWebhookRetries))),
});
export type WebhookConfig = z.output<typeof webhookConfig>;

const webhookEvent = z.enum(webhookEvents);
const events = z.array(webhookEvent).check(z.maxLength(webhookEvents.length));

export const webhook = z.object({
  tenantId: z.string(),
  id,
  name: z.string(),
  /** The single event of older clients; used only if `events` is empty. */
  event: z.nullable(webhookEvent),
  events: z.array(webhookEvent),
  config: webhookConfig,
  signingKey: secret(z.string(), { readBy: 'managers' }),
  enabled: z.boolean(),
  createdAt: timestamp,
  /** Until then, requests are also signed with the previous key. Missing if there is none. */
  previousKeyExpiresAt: z.optional(timestamp),
});
export type Webhook = z.output<typeof webhook>;

/** Of the last 24 hours. */
export const executionStats = z.object({
  requestCount: z.number(),
  successCount: z.number(),
  /** Requests that wait for their first or next attempt. Only for a single webhook. */
  pendingCount: z.optional(z.number()),
});
export type ExecutionStats = z.output<typeof executionStats>;

export const webhookWithStats = z.extend(webhook, { executionStats: z.optional(executionStats) });
export type WebhookWithStats = z.output<typeof webhookWithStats>;

/** One attempt of a delivery, in the payload as `attemptLog`. Values of custom headers are masked. */
export type DeliveryAttempt = {
  startedAt: number;
  durationMs: number;
  statusCode?: number;
  error?: DeliveryProblem;
  requestHeaders: Record<string, string>;
  responseHeaders?: Record<string, string>;
  /** The beginning of the response. */
  responseBody?: string;
};

/** One delivery. While it is pending, its payload has the result `Pending`, and it has the time of the next attempt. */
export const webhookRequest = z.object({
  id,
  key: z.string(),
  payload: jsonObject,
  createdAt: timestamp,
  nextAttemptAt: z.optional(timestamp),
});
export type WebhookRequest = z.output<typeof webhookRequest>;

/** Why a delivery failed, if the endpoint's response does not say. */
export const deliveryProblems = [
  'unsuccessful_status',
  'timeout',
  'network',
  'forbidden_address',
  'unsupported_url',
  'unsupported_request',
  'disabled',
  'outdated',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

export const maxKeyOverlapHours = 168;

const withStats = { includeExecutionStats: z.optional(z.string()) };
const name = text(1, 256);

export const webhooks = resource('webhooks', 'management', {
  list: get('/hooks', {
    query: z.object({ ...pageQuery, ...withStats }),
    response: z.array(webhookWithStats),
    reveals: true,
    paged: 'optional',
  }),
  create: post('/hooks', {
    body: z.object({
      name: z.optional(name),
      event: z.optional(webhookEvent),
      events: z.optional(events),
      config: webhookConfig,
      enabled: z.optional(z.boolean()),
    }),
    response: webhook,
    reveals: true,
    status: 201,
    quota: 'hooksLimit',
    change: 'hook.created',
  }),
  get: get('/hooks/:id', {
    query: z.object(withStats),
    response: webhookWithStats,
    reveals: true,
    versioned: Object.keys(webhook.shape),
  }),
  update: patch('/hooks/:id', {
    body: z.partial(
      z.object({ name, event: z.nullable(webhookEvent), events, config: webhookConfig, enabled: z.boolean() }),
    ),
    response: webhook,
    reveals: true,
    change: 'hook.updated',
  }),
  remove: del('/hooks/:id', { change: 'hook.deleted' }),
  renewSigningKey: patch('/hooks/:id/signing-key', {
    query: z.object({
      overlapHours: z.optional(
        z.coerce.number<number | string>().check(z.int(), z.minimum(0), z.maximum(maxKeyOverlapHours)),
      ),
    }),
    response: webhook,
    reveals: true,
    change: 'hook.signing-key-renewed',
  }),
  test: post('/hooks/:id/test', {
    body: z.object({ event: z.optional(webhookEvent), events: z.optional(events), config: webhookConfig }),
    change: 'none',
    limits: ['attempts'],
  }),
  listRequests: get('/hooks/:id/recent-logs', {
    query: z.object({
      ...pageQuery,
      logKey: z.optional(text(0, 128)),
      result: z.optional(z.enum(['Success', 'Error'])),
      /** Epoch milliseconds. Without it, the last 24 hours. */
      from: z.optional(
        z.coerce.number<number | string>().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000)),
      ),
    }),
    response: z.array(webhookRequest),
    paged: 'always',
  }),
  listPending: get('/hooks/:id/pending-requests', {
    query: z.object(pageQuery),
    response: z.array(webhookRequest),
    paged: 'always',
  }),
  getRequest: get('/hooks/:id/recent-logs/:logId', { response: webhookRequest }),
  replay: post('/hooks/:id/recent-logs/:logId/replay', { change: 'hook.request-replayed', limits: ['attempts'] }),
  replayFailed: post('/hooks/:id/replay-failed', {
    response: z.object({ count: z.number() }),
    change: 'hook.failed-requests-replayed',
    limits: ['attempts'],
  }),
});
