// One batch of an import: the next rows of the file, the created and updated users and the progress are one transaction,
// so that a batch is atomic even if the process is killed.

import type { ColumnMapping } from '@tessera/contract/import-fields';
import { sql } from 'kysely';
import { remainingScopes } from '../../authorization/access/requester.ts';
import { requireMayWrite } from '../../authorization/resources/management-access.ts';
import { enqueueEvents } from '../../developer-tools/webhooks/enqueue.ts';
import { userEvents } from '../../developer-tools/webhooks/events-of-change.ts';
import { type Change, openChange, type Table } from '../../infrastructure/database/change.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';
import { defaultRoleIds } from '../users/create.ts';
import { typedColumns } from '../users/verified-addresses.ts';
import { insertUsers } from '../users/write-user.ts';
import { forgetFile, readBytes } from './chunks.ts';
import { sortOut } from './conflicts.ts';
import { UnreadableFile } from './encoding.ts';
import { type ParsedUser, type Problem, parseUser } from './parse-user.ts';
import { countRows, ending, failure, forgetCheck, type ImportRow } from './progress.ts';
import { type Batch, longestRow, type Reader, type Row, readCsvRows, readJsonRows } from './read-rows.ts';
import { updateUsers } from './update-users.ts';

export type Asked = {
  tenantId: string;
  importId: string;
  most: number;
  /** The problem of rows that cannot be written. */
  refuseWith?: Refusal;
};
export type Refusal = Pick<Problem, 'field' | 'code'>;
export type Done = 'nothing' | 'more' | 'over';

const usualBytes = 256 * 1024;
const eventTables: ReadonlySet<Table> = new Set<Table>(['users']);

const lockOpen = (tx: Transaction, importId: string): Promise<ImportRow | undefined> =>
  tx
    .selectFrom('userImports')
    .selectAll()
    .where('id', '=', importId)
    .where('status', 'in', ['checking', 'importing'])
    .forUpdate()
    // Another node is processing it.
    .skipLocked()
    .executeTakeFirst();

const nextRows = async (tx: Transaction, row: ImportRow, most: number): Promise<Batch> => {
  const read = row.format === 'csv' ? readCsvRows : readJsonRows;
  const options = { most, mapping: row.mapping as ColumnMapping };
  for (const wanted of [usualBytes, longestRow]) {
    const bytes = await readBytes(tx, row.id, row.processedSize, wanted);
    const isEnd = row.processedSize + bytes.length >= row.size;
    const batch = read({ bytes, isStart: row.processedSize === 0, isEnd }, row.reader as Reader, options);
    if (batch.length > 0 || bytes.length === 0) return batch;
  }
  const rowNumber = ((row.reader as Reader).rowNumber ?? 0) + 1;
  throw new UnreadableFile('user_import.row_too_long', { rowNumber, details: String(rowNumber) });
};

const parsed = (rows: Row[], refuseWith: Refusal | undefined) => {
  const users: ParsedUser[] = [];
  const problems: Problem[] = [];
  let invalid = 0;
  for (const row of rows) {
    const user = parseUser(row);
    if (Array.isArray(user) || refuseWith) {
      invalid += 1;
      if (Array.isArray(user)) problems.push(...user);
      else if (refuseWith) problems.push({ rowNumber: row.number, ...refuseWith, identifier: user.identifier });
    } else users.push(user);
  }
  return { users, problems, invalid };
};

const createUsers = async (change: Change, users: ParsedUser[]) => {
  const rows = users.map(({ columns }) => ({ id: random.shortId(), ...typedColumns(columns) }));
  await insertUsers({ change }, rows);
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

const work = async (services: Services, change: Change, row: ImportRow, asked: Asked): Promise<Done> => {
  const { tenantId } = asked;
  const tx = await change.transaction();
  const save = (patch: Partial<ImportRow>) => change.touch('userImports', { id: row.id }, patch);
  const finish = async (patch: Partial<ImportRow>): Promise<Done> => {
    const isOver = patch.status !== 'importing';
    await save({ ...patch, ...(isOver && { finishedAt: services.clock.now() }) });
    if (patch.status === 'finished' || (patch.status === 'failed' && !patch.keepsFile)) await forgetFile(tx, row.id);
    if (!isOver) await forgetCheck(tx, row.id);
    return isOver ? 'over' : 'more';
  };
  try {
    const batch = await nextRows(tx, row, asked.most);
    const { users, problems, invalid } = parsed(batch.rows, asked.refuseWith);
    const { onConflict } = row;
    const isDry = row.status === 'checking';
    const { caseSensitiveUsername: caseSensitive } = services.settings;
    const sorted = await sortOut(tx, users, { importId: row.id, caseSensitive, onConflict, isDry });
    await report(tx, row.id, [...problems, ...sorted.problems]);
    const progress = {
      processedSize: row.processedSize + batch.length,
      reader: batch.reader,
      rowCount: row.rowCount + batch.rows.length,
      invalidCount: row.invalidCount + invalid,
      conflictCount: row.conflictCount + sorted.conflictCount,
    };
    if (!isDry && onConflict === 'fail' && sorted.conflictCount > 0) {
      change.onCommit(async () => countRows(services, row, progress));
      return await finish({ ...progress, status: 'failed', problemCode: 'user_import.conflicts' });
    }
    if (sorted.names.length > 0) {
      const values = sql`select ${row.id}, unnest(${sorted.names}::text[])`;
      await sql`insert into user_import_identifiers (import_id, identifier) ${values}`.execute(tx);
    }
    if (!isDry) {
      await createUsers(change, sorted.fresh);
      await updateUsers({ change, services, tenantId }, sorted.existing);
    }
    const reached = {
      ...progress,
      createdCount: row.createdCount + sorted.fresh.length,
      updatedCount: row.updatedCount + (isDry ? sorted.existingCount : sorted.existing.size),
    };
    change.onCommit(async () => countRows(services, row, reached));
    if (reached.processedSize >= row.size) return await finish({ ...reached, ...ending(row, reached.conflictCount) });
    await save(reached);
    return 'more';
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return finish(failure(row, error));
  }
};

/** The requester has lost their access. */
const cancel = async ({ clock }: Services, change: Change, { id }: ImportRow): Promise<Done> => {
  await forgetFile(await change.transaction(), id);
  await change.touch('userImports', { id }, { status: 'cancelled', finishedAt: clock.now() });
  return 'over';
};

export const runBatch = async (services: Services, asked: Asked): Promise<Done> => {
  const { tenantId, importId } = asked;
  const db = services.databases.of(tenantId);
  // Before the change begins, because its connection must not wait for a second one.
  const requester = await db
    .selectFrom('userImports')
    .select(['tenantId', 'actorType', 'actorId', 'actorScopes'])
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!requester) return 'nothing';
  const caller = { scopes: await remainingScopes(services, requester) };
  const listening = await services.enabledWebhooks.of(tenantId);
  const change = openChange({
    db,
    tenantId,
    invalidation: services.invalidation,
    actor: () => ({ type: requester.actorType as 'user' | 'application' | 'system', id: requester.actorId }),
    allow: (...written) => requireMayWrite({ services, tenantId, caller }, ...written),
    // As if each user were written individually.
    operation: ({ before }) => (before ? 'user.updated' : 'user.created'),
    // Identifies the users of one import.
    requestId: `user-import/${importId}`,
  });
  if (listening.length > 0) {
    change.onBeforeCommit(eventTables, (written) => {
      // One event for each user.
      const events = userEvents(written).map(({ event, facts }) => ({
        event,
        facts: () => ({ ...(facts as object), userImportId: importId }),
      }));
      return enqueueEvents({ services, tenantId, change }, listening, events);
    });
  }
  try {
    const row = await lockOpen(await change.transaction(), importId);
    const mayGoOn = caller.scopes.has('write:data');
    const done = !row
      ? 'nothing'
      : mayGoOn
        ? await work(services, change, row, asked)
        : await cancel(services, change, row);
    await change.commit();
    return done;
  } catch (error) {
    await change.rollback();
    throw error;
  }
};
