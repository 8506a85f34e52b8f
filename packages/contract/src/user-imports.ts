// User imports from a file, processed in the background, and exports.
import * as z from 'zod/mini';
import { id, pageQuery, text, timestamp } from './fields.ts';
import { columnMapping } from './import-fields.ts';
import { del, get, post, put, resource } from './kit.ts';

export const importTypes = ['text/csv', 'application/json', 'application/x-ndjson'] as const;
/** Fits a million users with hashes. */
export const maxImportSize = 1024 * 1024 * 1024;

/** For existing users: skip them, update them, or fail the whole import. */
export const onConflict = z.enum(['skip', 'update', 'fail']);

export const importStatus = z.enum([
  ...(['uploading', 'checking', 'checked', 'importing'] as const),
  ...(['finished', 'failed', 'cancelled'] as const),
]);

const count = z.int().check(z.minimum(0));
const format = z.enum(['csv', 'json']);

export const userImport = z.object({
  id,
  fileName: text(1, 256),
  format,
  isDryRun: z.boolean(),
  onConflict,
  mapping: columnMapping,
  /** As named in a CSV file, once its first row has been read. */
  columns: z.array(z.string()),
  status: importStatus,
  size: count,
  receivedSize: count,
  /** Whether the uploaded file is still stored, so that it can be checked again. */
  hasFile: z.boolean(),
  processedSize: count,
  rowCount: count,
  /** In a dry run: how many would be created. */
  createdCount: count,
  /** In a dry run: how many the policy `update` would update. */
  updatedCount: count,
  conflictCount: count,
  invalidCount: count,
  /** Why the import failed as a whole. */
  problem: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      details: z.nullable(z.string()),
      rowNumber: z.nullable(count),
      /** Empty if not known. */
      column: z.nullable(z.string()),
    }),
  ),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type UserImport = z.output<typeof userImport>;

/** A problem of a row. The first row below the header is row 2, as in spreadsheets. */
export const userImportProblem = z.object({
  rowNumber: count,
  /** Empty for the whole row. */
  field: z.string(),
  code: z.string(),
  message: z.string(),
  identifier: z.nullable(z.string()),
});

const flag = z.enum(['true', 'false']);
const offset = z.coerce.number<number | string>().check(z.int(), z.minimum(0));

export const userImports = resource('user-imports', 'management', {
  list: get('/user-imports', { query: z.object(pageQuery), response: z.array(userImport), paged: 'always' }),
  create: post('/user-imports', {
    query: z.object({
      fileName: z.optional(text(1, 256)),
      dryRun: z.optional(flag),
      onConflict: z.optional(onConflict),
      /** A mapping of columns as JSON. */
      mapping: z.optional(text(2, 16_384)),
    }),
    upload: importTypes,
    response: userImport,
    status: 201,
    change: 'user-import.created',
    limits: ['uploads'],
  }),
  /** An upload in parts, which can continue after an interruption. */
  openUpload: post('/user-imports/uploads', {
    body: z.object({
      fileName: text(1, 256),
      format,
      size: z.int().check(z.minimum(1), z.maximum(maxImportSize)),
      isDryRun: z.optional(z.boolean()),
      onConflict: z.optional(onConflict),
      mapping: z.optional(columnMapping),
    }),
    response: userImport,
    status: 201,
    change: 'user-import.upload-opened',
  }),
  /** The check or import starts with the last part. */
  uploadPart: put('/user-imports/:importId/content', {
    query: z.object({ offset: z.optional(offset) }),
    upload: ['application/octet-stream'],
    response: userImport,
    change: 'user-import.uploaded',
    limits: ['uploads'],
  }),
  get: get('/user-imports/:importId', { response: userImport }),
  listProblems: get('/user-imports/:importId/problems', {
    query: z.object(pageQuery),
    response: z.array(userImportProblem),
    paged: 'always',
  }),
  report: get('/user-imports/:importId/report', { download: true }),
  /** Repeats a dry run, for example with another mapping. */
  check: post('/user-imports/:importId/check', {
    body: z.object({ onConflict: z.optional(onConflict), mapping: z.optional(columnMapping) }),
    response: userImport,
    change: 'user-import.checked',
  }),
  /** Runs the import after the dry run. */
  start: post('/user-imports/:importId/start', {
    body: z.object({ onConflict: z.optional(onConflict) }),
    response: userImport,
    change: 'user-import.started',
  }),
  cancel: post('/user-imports/:importId/cancel', { response: userImport, change: 'user-import.cancelled' }),
  remove: del('/user-imports/:importId', { change: 'user-import.deleted' }),
});

export const userExports = resource('user-exports', 'management', {
  download: get('/user-exports', {
    query: z.object({ format: z.optional(z.enum(['csv', 'ndjson'])) }),
    download: true,
    mayLag: true,
  }),
});
