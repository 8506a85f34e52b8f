// Webhooks: addresses that are told when something happens in a tenant.
import * as z from 'zod/mini';
import { id, jsonObject, pageQuery, text, timestamp, webUrl } from './fields.ts';
import { headerNamePattern, headerValuePattern } from './header-patterns.ts';
import { hookEvents } from './hook-events.ts';
import { del, get, patch, post, resource } from './kit.ts';

export const maxHookRetries = 3;

const headers = z
  .record(
    text(1, 128).check(z.regex(headerNamePattern)),
    z.string().check(z.maxLength(4096), z.regex(headerValuePattern)),
  )
  .check(z.refine((value) => Object.keys(value).length <= 50));

export const hookConfig = z.object({
  url: webUrl,
  headers: z.optional(headers),
  retries: z.optional(z.int().check(z.minimum(0), z.maximum(maxHookRetries))),
});
export type HookConfig = z.output<typeof hookConfig>;

const hookEvent = z.enum(hookEvents);
const events = z.array(hookEvent).check(z.maxLength(hookEvents.length));

export const hook = z.object({
  tenantId: z.string(),
  id,
  name: z.string(),
  /** The single event of older clients; `events` counts unless it is empty. */
  event: z.nullable(hookEvent),
  events: z.array(hookEvent),
  config: hookConfig,
  signingKey: z.string(),
  enabled: z.boolean(),
  createdAt: timestamp,
});
export type Hook = z.output<typeof hook>;

/** Of the last 24 hours. */
export const executionStats = z.object({ requestCount: z.number(), successCount: z.number() });
export type ExecutionStats = z.output<typeof executionStats>;

export const hookWithStats = z.extend(hook, { executionStats: z.optional(executionStats) });
export type HookWithStats = z.output<typeof hookWithStats>;

/** One delivery, after its last attempt. */
export const hookRequest = z.object({ id, key: z.string(), payload: jsonObject, createdAt: timestamp });
export type HookRequest = z.output<typeof hookRequest>;

/** Why a delivery failed, where the endpoint's own answer does not say it. */
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

const withStats = { includeExecutionStats: z.optional(z.string()) };
const name = text(1, 256);

export const hooks = resource('hooks', 'management', {
  list: get('/hooks', {
    query: z.object({ ...pageQuery, ...withStats }),
    response: z.array(hookWithStats),
    paged: 'optional',
  }),
  create: post('/hooks', {
    body: z.object({
      name: z.optional(name),
      event: z.optional(hookEvent),
      events: z.optional(events),
      config: hookConfig,
      enabled: z.optional(z.boolean()),
    }),
    response: hook,
    status: 201,
    quota: 'hooksLimit',
    change: 'hook.created',
  }),
  get: get('/hooks/:id', { query: z.object(withStats), response: hookWithStats, versioned: Object.keys(hook.shape) }),
  update: patch('/hooks/:id', {
    body: z.partial(z.object({ name, event: z.nullable(hookEvent), events, config: hookConfig, enabled: z.boolean() })),
    response: hook,
    change: 'hook.updated',
  }),
  remove: del('/hooks/:id', { change: 'hook.deleted' }),
  renewSigningKey: patch('/hooks/:id/signing-key', { response: hook, change: 'hook.signing-key-renewed' }),
  test: post('/hooks/:id/test', {
    body: z.object({ event: z.optional(hookEvent), events: z.optional(events), config: hookConfig }),
    change: 'none',
  }),
  listRequests: get('/hooks/:id/recent-logs', {
    query: z.object({ ...pageQuery, logKey: z.optional(text(0, 128)) }),
    response: z.array(hookRequest),
    paged: 'always',
  }),
  getRequest: get('/hooks/:id/recent-logs/:logId', { response: hookRequest }),
  replay: post('/hooks/:id/recent-logs/:logId/replay', { change: 'hook.request-replayed' }),
  replayFailed: post('/hooks/:id/replay-failed', {
    response: z.object({ count: z.number() }),
    change: 'hook.failed-requests-replayed',
  }),
});
