// Many users at once: imports from a file, worked off in the background, and exports to one.
import * as z from 'zod/mini';
import { id, pageQuery, text, timestamp } from './fields.ts';
import { del, get, post, resource } from './kit.ts';
import { newUser } from './users.ts';

export const importTypes = ['text/csv', 'application/json', 'application/x-ndjson'] as const;
/** A million users with hashes fit. */
export const maxImportSize = 1024 * 1024 * 1024;

/** A user as a row of a file says it. Passwords come as hashes: to hash a million takes hours. */
export const importedUser = z.extend(z.omit(newUser, { password: true }), { isSuspended: z.optional(z.boolean()) });
export type ImportedUser = z.output<typeof importedUser>;
/** What an export also says, and an import leaves to us. */
export const notImported = [
  ...(['id', 'hasPassword', 'applicationId', 'identities'] as const),
  ...(['lastSignInAt', 'createdAt', 'updatedAt'] as const),
] as const;

/** What becomes of a user who is there already: left alone, or the whole import is not done. */
export const onConflict = z.enum(['skip', 'fail']);

export const importStatus = z.enum([
  ...(['uploading', 'checking', 'checked', 'importing'] as const),
  ...(['finished', 'failed', 'cancelled'] as const),
]);

const count = z.int().check(z.minimum(0));

export const userImport = z.object({
  id,
  fileName: text(1, 256),
  format: z.enum(['csv', 'json']),
  isDryRun: z.boolean(),
  onConflict,
  status: importStatus,
  size: count,
  processedSize: count,
  rowCount: count,
  /** In a dry run: how many would be created. */
  createdCount: count,
  conflictCount: count,
  invalidCount: count,
  /** Why it failed as a whole. */
  problem: z.nullable(z.object({ code: z.string(), message: z.string(), details: z.nullable(z.string()) })),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type UserImport = z.output<typeof userImport>;

/** What is wrong with a row. The first row below the names of the columns is row 2, as a spreadsheet counts. */
export const userImportProblem = z.object({
  rowNumber: count,
  /** Empty when the row as a whole is meant. */
  field: z.string(),
  code: z.string(),
  message: z.string(),
  identifier: z.nullable(z.string()),
});

const flag = z.enum(['true', 'false']);

export const userImports = resource('user-imports', 'management', {
  list: get('/user-imports', { query: z.object(pageQuery), response: z.array(userImport), paged: 'always' }),
  create: post('/user-imports', {
    query: z.object({
      fileName: z.optional(text(1, 256)),
      dryRun: z.optional(flag),
      onConflict: z.optional(onConflict),
    }),
    upload: importTypes,
    response: userImport,
    status: 201,
    change: 'user-import.created',
  }),
  get: get('/user-imports/:importId', { response: userImport }),
  listProblems: get('/user-imports/:importId/problems', {
    query: z.object(pageQuery),
    response: z.array(userImportProblem),
    paged: 'always',
  }),
  report: get('/user-imports/:importId/report', { download: true }),
  /** Does what the dry run has shown. */
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
  }),
});
