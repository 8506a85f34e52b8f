// The audit log: sign-in and token events, and administrators' changes.
import * as z from 'zod/mini';
import { id, jsonObject, pageQuery, text, timestamp } from './fields.ts';
import { get, resource } from './kit.ts';

const name = z.object({ name: z.optional(z.string()), version: z.optional(z.string()) });
export const parsedUserAgent = z.object({
  browser: name,
  os: name,
  device: z.object({ type: z.enum(['desktop', 'mobile', 'tablet', 'bot', 'unknown']), model: z.optional(z.string()) }),
});
export type ParsedUserAgent = z.output<typeof parsedUserAgent>;

/** Administrators and their applications are not entities of the tenant, so their names are included. */
const actor = z.object({
  type: z.enum(['user', 'application', 'system']),
  id: z.nullable(z.string()),
  name: z.optional(z.string()),
});

/** Each event adds its own fields. */
export const logPayload = z.catchall(
  z.object({
    key: z.string(),
    result: z.enum(['Success', 'Error']),
    error: z.optional(z.union([z.string(), jsonObject])),
    ip: z.optional(z.string()),
    userAgent: z.optional(z.string()),
    /** Only when a single entry is read. */
    userAgentParsed: z.optional(parsedUserAgent),
    userId: z.optional(z.string()),
    applicationId: z.optional(z.string()),
    sessionId: z.optional(z.string()),
    interactionId: z.optional(z.string()),
    /** Of issued tokens. */
    audience: z.optional(z.string()),
    params: z.optional(jsonObject),
    /** With **Try it** in the console, not by the application. */
    isTest: z.optional(z.boolean()),
    /** Who acted for or as the user. */
    actor: z.optional(actor),
    /** Why they did. */
    reason: z.optional(z.string()),
  }),
  z.json(),
);
export type LogPayload = z.output<typeof logPayload>;

export const log = z.object({
  tenantId: z.string(),
  id,
  key: text(1, 128),
  payload: logPayload,
  createdAt: timestamp,
});
export type LogEntry = z.output<typeof log>;

/** The payload of a change, in addition to the `userId` or `applicationId` of its actor. */
export const changePayload = z.object({
  operation: z.string(),
  /** The type and ID of the changed entity. One operation can change several. */
  entity: z.string(),
  entityId: z.string(),
  /** The name of the entity, or of the entities that it connects. Missing if it has none. */
  entityName: z.optional(z.string()),
  requestId: z.nullable(z.string()),
  /** IP address of the actor. Missing for changes by the system. */
  ip: z.optional(z.string()),
  actor,
  /** Only when a single change is read; `null` before a creation and after a deletion. */
  before: z.optional(z.nullable(jsonObject)),
  after: z.optional(z.nullable(jsonObject)),
});
export type ChangePayload = z.output<typeof changePayload>;

const moment = z.coerce.number<number | string>().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000));
/** Changes of one organization, its members, roles, domains and invitations. Ignored for events. */
const organizationId = z.optional(text(1, 21));
const filter = {
  organizationId,
  userId: z.optional(text(0, 128)),
  applicationId: z.optional(text(0, 128)),
  /** One key, or the prefix of a group. Changes are returned only for `Change` and keys below it. */
  logKey: z.optional(text(0, 128)),
  result: z.optional(z.enum(['Success', 'Error'])),
  ip: z.optional(text(0, 64)),
  /** Tokens for one API. Only events have one. */
  audience: z.optional(text(0, 2048)),
  sessionId: z.optional(text(0, 128)),
  /** A social or enterprise SSO connector by ID; for messages, the ID of the connector's type. Only events have one. */
  connectorId: z.optional(text(0, 128)),
  /** One sign-in attempt, or up to 100 separated by commas. */
  interactionId: z.optional(text(0, 4096)),
  /** Epoch milliseconds, inclusive. */
  from: z.optional(moment),
  to: z.optional(moment),
};

/** Entries per file, which spreadsheets can open easily. */
export const mostExported = 100_000;

/** Who made changes. */
export const logActor = z.object({
  type: z.enum(['user', 'application']),
  id: z.string(),
  /** Missing if it was deleted. */
  name: z.optional(z.string()),
});
export type LogActor = z.output<typeof logActor>;

export const auditLogs = resource('audit-logs', 'management', {
  list: get('/logs', {
    query: z.object({
      ...pageQuery,
      ...filter,
      /** Continues after the response with this `Next-Cursor`. */
      cursor: z.optional(text(1, 64)),
    }),
    response: z.array(log),
    paged: 'always',
    mayLag: true,
  }),
  get: get('/logs/:id', { response: log }),
  listActors: get('/log-actors', { response: z.array(logActor), mayLag: true }),
  /**
   * The same entries as a file, newest first. Changes include before and after. If there are more entries than one file
   * holds, `Next-Cursor` says where the next one begins.
   */
  export: get('/log-exports', {
    query: z.object({
      ...filter,
      format: z.optional(z.enum(['csv', 'ndjson'])),
      limit: z.optional(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(mostExported))),
      cursor: z.optional(text(1, 64)),
    }),
    download: true,
    mayLag: true,
  }),
});
