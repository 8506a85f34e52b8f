// User import handlers. The import itself runs as a job, see import-job.ts.
import { userImports } from '@tessera/contract/user-imports';
import { sql } from 'kysely';
import { requesterOf } from '../../authorization/access/requester.ts';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { forgetFile } from './chunks.ts';
import { lineOf } from './columns.ts';
import { changed, enqueueImport, find, hasFile, lock, messageOf, shown, unfinished } from './import-rows.ts';
import { forgetCheck, fromTheStart } from './progress.ts';
import { uploadHandlers } from './uploads.ts';

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

  ...uploadHandlers,

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

  check: async (ctx, { params: { importId }, body }) => {
    const row = await lock(ctx, importId, ['checked', 'failed']);
    if (!hasFile(row)) throw new RequestError('user_import.wrong_status');
    await forgetCheck(await ctx.change.transaction(), importId);
    await enqueueImport(ctx, importId);
    const { onConflict = row.onConflict, mapping = row.mapping } = body;
    const noProblem = { problemCode: null, problemDetails: null, problemRow: null, problemColumn: null };
    const next = { status: 'checking', isDryRun: true, onConflict, mapping, finishedAt: null } as const;
    return changed(ctx, importId, { ...next, keepsFile: false, ...noProblem, ...fromTheStart, ...requesterOf(ctx) });
  },

  start: async (ctx, { params: { importId }, body }) => {
    const row = await lock(ctx, importId, ['checked']);
    const onConflict = body.onConflict ?? row.onConflict;
    const existing = row.conflictCount + row.updatedCount;
    if (onConflict === 'fail' && existing > 0) throw new RequestError('user_import.conflicts');
    await forgetCheck(await ctx.change.transaction(), importId);
    await enqueueImport(ctx, importId);
    const next = { status: 'importing', isDryRun: false, onConflict, finishedAt: null, ...fromTheStart } as const;
    return changed(ctx, importId, { ...next, ...requesterOf(ctx) });
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
