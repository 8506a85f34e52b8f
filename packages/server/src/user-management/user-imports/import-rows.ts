// The row of an import: finding, locking, showing and starting it.
import type { ErrorCode } from '@tessera/contract/errors';
import type { ColumnMapping } from '@tessera/contract/import-fields';
import type { UserImport } from '@tessera/contract/user-imports';
import { errorMessage } from '@tessera/phrases/errors';
import type { Updateable } from 'kysely';
import type { Context } from '../../context.ts';
import type { UserImportsTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { enqueue } from '../../infrastructure/jobs/enqueue.ts';
import { userImportJob } from './import-job.ts';
import type { ImportRow } from './progress.ts';
import type { Reader } from './read-rows.ts';

export const unfinished = ['uploading', 'checking', 'checked', 'importing'] as const;

export const messageOf = ({ visit }: Context, code: string) => errorMessage(code as ErrorCode, visit.languages);

const problemOf = (ctx: Context, row: ImportRow): UserImport['problem'] =>
  row.problemCode === null
    ? null
    : {
        code: row.problemCode,
        message: messageOf(ctx, row.problemCode),
        details: row.problemDetails,
        rowNumber: row.problemRow,
        column: row.problemColumn,
      };

export const hasFile = ({ status, keepsFile }: ImportRow): boolean =>
  keepsFile || (unfinished as readonly string[]).includes(status);

export const shown = (ctx: Context, row: ImportRow): UserImport => ({
  ...row,
  mapping: row.mapping as ColumnMapping,
  columns: (row.reader as Reader).columns ?? [],
  receivedSize: row.status === 'uploading' ? row.receivedSize : row.size,
  hasFile: hasFile(row),
  problem: problemOf(ctx, row),
});

export const find = async ({ db }: Context, id: string): Promise<ImportRow> => {
  const row = await db.selectFrom('userImports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

/** Locks the import and checks its status. Waits for the current batch. */
export const lock = async (
  { change }: Context,
  id: string,
  statuses: readonly ImportRow['status'][],
): Promise<ImportRow> => {
  const tx = await change.transaction();
  const row = await tx.selectFrom('userImports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound(id);
  if (!statuses.includes(row.status)) throw new RequestError('user_import.wrong_status');
  return row;
};

export const changed = async (ctx: Context, id: string, patch: Updateable<UserImportsTable>): Promise<UserImport> => {
  const row = await ctx.change.update('userImports', { id }, patch);
  if (!row) throw notFound(id);
  return shown(ctx, row);
};

export const enqueueImport = async ({ change, tenantId }: Context, importId: string) =>
  enqueue(await change.transaction(), tenantId, [{ kind: userImportJob, key: importId }]);
