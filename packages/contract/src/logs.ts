// The audit log: what happened at sign-in and with tokens, and what administrators changed.
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

/** Every event adds facts of its own to these. */
export const logPayload = z.catchall(
  z.object({
    key: z.string(),
    result: z.enum(['Success', 'Error']),
    error: z.optional(z.union([z.string(), jsonObject])),
    ip: z.optional(z.string()),
    userAgent: z.optional(z.string()),
    /** Only when one entry is read. */
    userAgentParsed: z.optional(parsedUserAgent),
    userId: z.optional(z.string()),
    applicationId: z.optional(z.string()),
    sessionId: z.optional(z.string()),
    interactionId: z.optional(z.string()),
    params: z.optional(jsonObject),
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

/** What the payload of a change has beside `userId` or `applicationId`, whichever made it. */
export const changePayload = z.object({
  operation: z.string(),
  /** The kind of thing that changed, and which one. One operation may change several. */
  entity: z.string(),
  entityId: z.string(),
  requestId: z.nullable(z.string()),
  actor: z.object({
    type: z.enum(['user', 'application', 'system']),
    id: z.nullable(z.string()),
    /** What they are called: administrators and their machines are not known by the tenant itself. */
    name: z.optional(z.string()),
  }),
  /** Only when one change is read; `null` before something was created and after it was deleted. */
  before: z.optional(z.nullable(jsonObject)),
  after: z.optional(z.nullable(jsonObject)),
});
export type ChangePayload = z.output<typeof changePayload>;

const moment = z.coerce.number<number | string>().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000));
const filter = {
  userId: z.optional(text(0, 128)),
  applicationId: z.optional(text(0, 128)),
  /** One key, or the family of all keys below it. Changes are returned for `Change` and what is below it. */
  logKey: z.optional(text(0, 128)),
  /** Epoch milliseconds, both included. */
  from: z.optional(moment),
  to: z.optional(moment),
};

/** As many entries as a file holds, and a spreadsheet opens without trouble. */
export const mostExported = 100_000;

export const logs = resource('logs', 'management', {
  list: get('/logs', {
    query: z.object({
      ...pageQuery,
      ...filter,
      /** Goes on where an answer with this `Next-Cursor` ended, however far that is. */
      cursor: z.optional(text(1, 64)),
    }),
    response: z.array(log),
    paged: 'always',
  }),
  get: get('/logs/:id', { response: log }),
  /**
   * The same entries as a file, newest first. Changes come with what was before and after. Where there are more than one
   * file holds, `Next-Cursor` says where the next one begins.
   */
  export: get('/log-exports', {
    query: z.object({
      ...filter,
      format: z.optional(z.enum(['csv', 'ndjson'])),
      limit: z.optional(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(mostExported))),
      cursor: z.optional(text(1, 64)),
    }),
    download: true,
  }),
});
