// How far an import has come: its counts, its ends, and the metric of its rows.

import { isStorable } from '@tessera/contract/storable';
import type { Selectable } from 'kysely';
import type { UserImportsTable } from '../../infrastructure/database/tables.gen.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import type { Services } from '../../services.ts';
import type { UnreadableFile } from './encoding.ts';

export type ImportRow = Selectable<UserImportsTable>;

/** Forgets what an earlier check has found. */
export const forgetCheck = async (tx: Transaction, importId: string) => {
  await tx.deleteFrom('userImportProblems').where('importId', '=', importId).execute();
  await tx.deleteFrom('userImportIdentifiers').where('importId', '=', importId).execute();
};

export const fromTheStart = {
  processedSize: 0,
  reader: {},
  rowCount: 0,
  createdCount: 0,
  updatedCount: 0,
  conflictCount: 0,
  invalidCount: 0,
};

/** With the policy `fail`, and if it is not UTF-8, the whole file is checked before the import starts. */
export const ending = (row: ImportRow, conflictCount: number): Partial<ImportRow> => {
  if (row.status === 'importing') return { status: 'finished' };
  if (row.isDryRun) return { status: 'checked' };
  return row.onConflict === 'fail' && conflictCount > 0
    ? { status: 'failed', problemCode: 'user_import.conflicts' }
    : { status: 'importing', ...fromTheStart };
};

export const failure = (row: ImportRow, { code, at }: UnreadableFile): Partial<ImportRow> => ({
  status: 'failed',
  ...(row.isDryRun && at.columns && { keepsFile: true, reader: { columns: at.columns } }),
  problemCode: code,
  problemDetails: at.details ?? null,
  problemRow: at.rowNumber ?? null,
  problemColumn: at.column !== undefined && isStorable(at.column) ? at.column.slice(0, 256) : null,
});

const columnOf = {
  created: 'createdCount',
  updated: 'updatedCount',
  conflict: 'conflictCount',
  invalid: 'invalidCount',
} as const;

/** Counts the rows between two states of an import. */
export const countRows = ({ metrics }: Services, before: ImportRow, after: Partial<ImportRow>) => {
  for (const [outcome, column] of Object.entries(columnOf)) {
    metrics.countImportRows({ phase: before.status, outcome }, (after[column] ?? before[column]) - before[column]);
  }
};
