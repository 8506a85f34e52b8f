// Imports of users: taken in, looked at, begun, cancelled. The work itself is done in the background, see runner.ts.
import type { ErrorCode } from '@tessera/contract/errors';
import { type UserImport, userImports } from '@tessera/contract/user-imports';
import { errorMessage } from '@tessera/phrases/errors';
import { sql } from 'kysely';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { fromTheStart, type ImportRow } from './batch.ts';
import { forgetFile } from './chunks.ts';
import { lineOf } from './columns.ts';
import { formatOf, receiveFile, refuseTooLarge } from './receive.ts';

// Each may be a gigabyte.
const mostUnfinished = 10;
const unfinished = ['uploading', 'checking', 'checked', 'importing'] as const;

const messageOf = ({ visit }: Context, code: string) => errorMessage(code as ErrorCode, visit.languages);

const shown = (ctx: Context, { problemCode, problemDetails, ...row }: ImportRow): UserImport => ({
  ...row,
  problem:
    problemCode === null ? null : { code: problemCode, message: messageOf(ctx, problemCode), details: problemDetails },
});

const find = async ({ db }: Context, id: string): Promise<ImportRow> => {
  const row = await db.selectFrom('userImports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

/** Locked, and where the caller believes it to be. Waits for the batch that is under way. */
const lock = async ({ change }: Context, id: string, statuses: readonly ImportRow['status'][]): Promise<ImportRow> => {
  const tx = await change.transaction();
  const row = await tx.selectFrom('userImports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound(id);
  if (!statuses.includes(row.status)) throw new RequestError('user_import.wrong_status');
  return row;
};

const refuseTooMany = async ({ db }: Context) => {
  const { count } = await db
    .selectFrom('userImports')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', 'in', unfinished)
    .executeTakeFirstOrThrow();
  if (count >= mostUnfinished) throw new RequestError('user_import.limit_reached');
};

const changed = async (ctx: Context, id: string, patch: Partial<ImportRow>): Promise<UserImport> => {
  const row = await ctx.change.update('userImports', { id }, patch);
  if (!row) throw notFound(id);
  return shown(ctx, row);
};

/** Written at once and in pieces, not in one transaction: an upload takes as long as it takes. */
const takeIn = async (ctx: Context, row: Pick<ImportRow, 'fileName' | 'isDryRun' | 'onConflict'>) => {
  const { db, actor, change } = ctx;
  const [id, format] = [random.id(), formatOf(ctx)];
  refuseTooLarge(ctx);
  await refuseTooMany(ctx);
  change.onRollback(async () => {
    await db.deleteFrom('userImports').where('id', '=', id).execute();
  });
  const started = { id, format, ...row, status: 'uploading', actorType: actor.type, actorId: actor.id } as const;
  await db.insertInto('userImports').values(started).execute();
  const size = await receiveFile(ctx, id);
  if (size === 0) throw new RequestError('user_import.empty');
  return { id, size };
};

async function* reportOf(ctx: Context, importId: string): AsyncIterable<string> {
  yield lineOf(['row', 'identifier', 'field', 'code', 'message']);
  let after = { rowNumber: -1, field: '' };
  for (;;) {
    const rows = await ctx.db
      .selectFrom('userImportProblems')
      .select(['rowNumber', 'field', 'code', 'identifier'])
      .where('importId', '=', importId)
      .where(sql<boolean>`(row_number, field) > (${after.rowNumber}, ${after.field})`)
      .orderBy('rowNumber')
      .orderBy('field')
      .limit(1000)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last;
    yield rows
      .map((row) =>
        lineOf([String(row.rowNumber), row.identifier ?? '', row.field, row.code, messageOf(ctx, row.code)]),
      )
      .join('');
  }
}

export default serve(userImports, {
  list: async (ctx) => {
    const rows = await ctx.page(
      ctx.db.selectFrom('userImports').selectAll().orderBy('createdAt', 'desc').orderBy('id'),
    );
    return rows.map((row) => shown(ctx, row));
  },

  create: async (ctx, { query: { fileName, dryRun, onConflict = 'skip' } }) => {
    const isDryRun = dryRun === 'true';
    const name = fileName ?? (formatOf(ctx) === 'csv' ? 'users.csv' : 'users.json');
    const { id, size } = await takeIn(ctx, { fileName: name, isDryRun, onConflict });
    const status = isDryRun || onConflict === 'fail' ? 'checking' : 'importing';
    ctx.change.onCommit(async () => ctx.services.imports.wake());
    return changed(ctx, id, { status, size });
  },

  get: async (ctx, { params }) => shown(ctx, await find(ctx, params.importId)),

  listProblems: async (ctx, { params: { importId } }) => {
    await find(ctx, importId);
    const rows = await ctx.page(
      ctx.db
        .selectFrom('userImportProblems')
        .select(['rowNumber', 'field', 'code', 'identifier'])
        .where('importId', '=', importId)
        .orderBy('rowNumber')
        .orderBy('field'),
    );
    return rows.map((row) => ({ ...row, message: messageOf(ctx, row.code) }));
  },

  report: async (ctx, { params: { importId } }) => {
    await find(ctx, importId);
    return { type: 'text/csv; charset=utf-8', fileName: 'import-report.csv', content: reportOf(ctx, importId) };
  },

  start: async (ctx, { params: { importId }, body }) => {
    const row = await lock(ctx, importId, ['checked']);
    const onConflict = body.onConflict ?? row.onConflict;
    if (onConflict === 'fail' && row.conflictCount > 0) throw new RequestError('user_import.conflicts');
    const tx = await ctx.change.transaction();
    await tx.deleteFrom('userImportProblems').where('importId', '=', importId).execute();
    await tx.deleteFrom('userImportIdentifiers').where('importId', '=', importId).execute();
    ctx.change.onCommit(async () => ctx.services.imports.wake());
    const next = { status: 'importing', isDryRun: false, onConflict, finishedAt: null, ...fromTheStart } as const;
    return changed(ctx, importId, next);
  },

  cancel: async (ctx, { params: { importId } }) => {
    await lock(ctx, importId, unfinished);
    await forgetFile(await ctx.change.transaction(), importId);
    return changed(ctx, importId, { status: 'cancelled', finishedAt: ctx.services.clock.now() });
  },

  remove: async (ctx, { params: { importId } }) => {
    await lock(ctx, importId, ['checked', 'finished', 'failed', 'cancelled']);
    await ctx.change.remove('userImports', { id: importId });
  },
});
