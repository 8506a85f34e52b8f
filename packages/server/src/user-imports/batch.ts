// One batch of an import: the next rows of the file, the users made of them, and how far the import has come are one
// transaction. Killed at any moment, it has happened or it has not.

import type { ErrorCode } from '@tessera/contract/errors';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { type Change, openChange, type Table } from '../database/change.ts';
import type { UserImportsTable } from '../database/tables.gen.ts';
import type { Transaction } from '../database/tenant-database.ts';
import { userEvents } from '../hooks/events-of-change.ts';
import { tellHooks } from '../hooks/tell.ts';
import { random } from '../random.ts';
import type { Services } from '../services.ts';
import { defaultRoleIds } from '../users/create.ts';
import { forgetFile, readBytes } from './chunks.ts';
import { sortOut } from './conflicts.ts';
import { type ParsedUser, type Problem, parseUser } from './parse-user.ts';
import {
  type Batch,
  longestRow,
  type Reader,
  type Row,
  readCsvRows,
  readJsonRows,
  UnreadableFile,
} from './read-rows.ts';

export type ImportRow = Selectable<UserImportsTable>;
export type Asked = {
  tenantId: string;
  importId: string;
  most: number /** What is said of a row that the database refuses. */;
  refuseWith?: ErrorCode;
};
export type Done = 'nothing' | 'more' | 'over';

const usualBytes = 256 * 1024;
const toldOf: ReadonlySet<Table> = new Set<Table>(['users']);

const lockOpen = (tx: Transaction, importId: string): Promise<ImportRow | undefined> =>
  tx
    .selectFrom('userImports')
    .selectAll()
    .where('id', '=', importId)
    .where('status', 'in', ['checking', 'importing'])
    .forUpdate()
    // Another node is at it.
    .skipLocked()
    .executeTakeFirst();

const nextRows = async (tx: Transaction, row: ImportRow, most: number): Promise<Batch> => {
  const read = row.format === 'csv' ? readCsvRows : readJsonRows;
  for (const wanted of [usualBytes, longestRow]) {
    const bytes = await readBytes(tx, row.id, row.processedSize, wanted);
    const isEnd = row.processedSize + bytes.length >= row.size;
    const batch = read({ bytes, isStart: row.processedSize === 0, isEnd }, row.reader as Reader, most);
    if (batch.length > 0 || bytes.length === 0) return batch;
  }
  throw new UnreadableFile('user_import.row_too_long', String(((row.reader as Reader).rowNumber ?? 0) + 1));
};

const parsed = (rows: Row[], refuseWith: ErrorCode | undefined) => {
  const users: ParsedUser[] = [];
  const problems: Problem[] = [];
  let invalid = 0;
  for (const row of rows) {
    const user = parseUser(row);
    if (Array.isArray(user) || refuseWith) {
      invalid += 1;
      if (Array.isArray(user)) problems.push(...user);
      else if (refuseWith)
        problems.push({ rowNumber: row.number, field: '', code: refuseWith, identifier: user.identifier });
    } else users.push(user);
  }
  return { users, problems, invalid };
};

const createUsers = async (change: Change, users: ParsedUser[]) => {
  const rows = users.map(({ columns }) => ({ id: random.shortId(), ...columns }));
  await change.insertAll('users', rows);
  const roleIds = await defaultRoleIds({ change });
  const held = rows.flatMap(({ id: userId }) => roleIds.map((roleId) => ({ userId, roleId })));
  await change.insertAll('usersRoles', held, ['userId', 'roleId']);
};

const report = async (tx: Transaction, importId: string, problems: Problem[]) => {
  for (let start = 0; start < problems.length; start += 1000) {
    const values = problems.slice(start, start + 1000).map((problem) => ({ importId, ...problem }));
    await tx.insertInto('userImportProblems').values(values).execute();
  }
};

/** An import that must not meet anybody is looked at as a whole before it begins. */
const restart = async (tx: Transaction, importId: string) => {
  await tx.deleteFrom('userImportProblems').where('importId', '=', importId).execute();
  await tx.deleteFrom('userImportIdentifiers').where('importId', '=', importId).execute();
};
export const fromTheStart = {
  processedSize: 0,
  reader: {},
  rowCount: 0,
  createdCount: 0,
  conflictCount: 0,
  invalidCount: 0,
};

const ending = (row: ImportRow, conflictCount: number): Partial<ImportRow> => {
  if (row.status === 'importing') return { status: 'finished' };
  if (row.isDryRun) return { status: 'checked' };
  return conflictCount > 0
    ? { status: 'failed', problemCode: 'user_import.conflicts' }
    : { status: 'importing', ...fromTheStart };
};

const work = async (services: Services, change: Change, row: ImportRow, asked: Asked): Promise<Done> => {
  const tx = await change.transaction();
  const save = (patch: Partial<ImportRow>) => change.touch('userImports', { id: row.id }, patch);
  const finish = async (patch: Partial<ImportRow>): Promise<Done> => {
    const isOver = patch.status !== 'importing';
    await save({ ...patch, ...(isOver && { finishedAt: services.clock.now() }) });
    if (patch.status === 'finished' || patch.status === 'failed') await forgetFile(tx, row.id);
    if (!isOver) await restart(tx, row.id);
    return isOver ? 'over' : 'more';
  };
  try {
    const batch = await nextRows(tx, row, asked.most);
    const { users, problems, invalid } = parsed(batch.rows, asked.refuseWith);
    const isDry = row.status === 'checking';
    const { caseSensitiveUsername: caseSensitive } = services.settings;
    const sorted = await sortOut(tx, users, { caseSensitive, ...(isDry && { rememberedFor: row.id }) });
    await report(tx, row.id, [...problems, ...sorted.conflicts]);
    const progress = {
      processedSize: row.processedSize + batch.length,
      reader: batch.reader,
      rowCount: row.rowCount + batch.rows.length,
      invalidCount: row.invalidCount + invalid,
      conflictCount: row.conflictCount + sorted.conflicting,
    };
    if (!isDry && row.onConflict === 'fail' && sorted.conflicting > 0) {
      return await finish({ ...progress, status: 'failed', problemCode: 'user_import.conflicts' });
    }
    if (isDry && sorted.names.length > 0) {
      const values = sql`select ${row.id}, unnest(${sorted.names}::text[])`;
      await sql`insert into user_import_identifiers (import_id, identifier) ${values}`.execute(tx);
    } else if (!isDry) await createUsers(change, sorted.fresh);
    const reached = { ...progress, createdCount: row.createdCount + sorted.fresh.length };
    if (reached.processedSize >= row.size) return await finish({ ...reached, ...ending(row, reached.conflictCount) });
    await save(reached);
    return 'more';
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return finish({ status: 'failed', problemCode: error.code, problemDetails: error.details ?? null });
  }
};

export const runBatch = async (services: Services, asked: Asked): Promise<Done> => {
  const { tenantId, importId } = asked;
  const found: { row?: ImportRow } = {};
  const listening = await services.listeningHooks.of(tenantId);
  const change = openChange({
    db: services.databases.of(tenantId),
    tenantId,
    invalidation: services.invalidation,
    actor: () => ({
      type: (found.row?.actorType ?? 'system') as 'user' | 'application' | 'system',
      id: found.row?.actorId ?? null,
    }),
    operation: 'user.created',
    // By which the users of one import are found again.
    requestId: `user-import/${importId}`,
    ...(listening.length > 0 && { watched: toldOf }),
  });
  try {
    const row = await lockOpen(await change.transaction(), importId);
    if (row) found.row = row;
    const done = row ? await work(services, change, row, asked) : 'nothing';
    // Each user is news, as if somebody had created them one by one.
    const news = userEvents(change.written()).map(({ event, facts }) => ({
      event,
      facts: () => ({ ...(facts as object), userImportId: importId }),
    }));
    await tellHooks({ services, tenantId, change }, listening, news);
    await change.commit();
    return done;
  } catch (error) {
    await change.rollback();
    throw error;
  }
};
