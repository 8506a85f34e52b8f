// Uploads of user files: in one request, or in parts that can continue after an interruption.
import { type ColumnMapping, columnMapping } from '@tessera/contract/import-fields';
import type { Received } from '@tessera/contract/kit';
import { isStorable } from '@tessera/contract/storable';
import { maxImportSize, type UserImport, type userImports } from '@tessera/contract/user-imports';
import { sql } from 'kysely';
import { safeParse } from 'zod/v4/core';
import { requesterOf } from '../../authorization/access/requester.ts';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { changed, enqueueImport, find, lock, shown, unfinished } from './import-rows.ts';
import { announcedLength, formatOf, receive, requirePart } from './receive.ts';

// Together they may be a gigabyte.
const mostUnfinished = 10;

/** Reserves space among the stored files, and returns how much. A file of unknown length gets all that is left. */
const reserve = async (tx: Database, { tenantId }: Context, length: number | undefined): Promise<number> => {
  await lockUntilCommit(tx, 'quota', tenantId, 'user-imports');
  const { count, used } = await tx
    .selectFrom('userImports')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size), 0)`.as('used')])
    .where(({ or, eb }) => or([eb('status', 'in', unfinished), eb('keepsFile', '=', true)]))
    .executeTakeFirstOrThrow();
  const left = maxImportSize - Number(used);
  const size = length ?? left;
  if (count >= mostUnfinished || left <= 0 || size > left) throw new RequestError('user_import.limit_reached');
  return size;
};

/** Starts the check or the import of a complete file. */
const begin = async (ctx: Context, id: string, size: number): Promise<UserImport> => {
  const { isDryRun, onConflict, isUtf8 } = await lock(ctx, id, ['uploading']);
  await enqueueImport(ctx, id);
  // A check finds the first row that is not UTF-8 before anything is written.
  const status = isDryRun || onConflict === 'fail' || !isUtf8 ? 'checking' : 'importing';
  return changed(ctx, id, { status, size });
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Query parameters are text, so an object in one is JSON. */
const mappingIn = (text: string | undefined): ColumnMapping => {
  if (text === undefined) return {};
  const mapping = jsonOf(text);
  const refuse = (issues: NonNullable<RequestError['extras']['fields']>['issues']) =>
    new RequestError('guard.invalid_input', { fields: { part: 'query', input: { mapping }, issues } });
  if (!isStorable(mapping)) throw refuse([{ code: 'custom', path: ['mapping'], key: 'unstorable' }]);
  const result = safeParse(columnMapping, mapping);
  if (result.success) return result.data;
  throw refuse(result.error.issues.map((issue) => ({ ...issue, path: ['mapping', ...issue.path] })));
};

type Operations = (typeof userImports)['operations'];

export const uploadHandlers = {
  create: async (ctx: Context, { query }: Received<Operations['create']>): Promise<UserImport> => {
    const { db, change } = ctx;
    const [id, format] = [random.id(), formatOf(ctx)];
    const { fileName = `users.${format}`, dryRun, onConflict = 'skip' } = query;
    const row = { id, fileName, format, isDryRun: dryRun === 'true', onConflict, mapping: mappingIn(query.mapping) };
    const length = announcedLength(ctx);
    change.onRollback(async () => {
      await db.deleteFrom('userImports').where('id', '=', id).execute();
    });
    const size = await db.transaction().execute(async (tx) => {
      const size = await reserve(tx as Database, ctx, length);
      const { actorScopes, ...by } = requesterOf(ctx);
      const columns = { ...by, actorScopes: JSON.stringify(actorScopes), status: 'uploading' } as const;
      await tx
        .insertInto('userImports')
        .values({ ...row, ...columns, size })
        .execute();
      return size;
    });
    const { receivedSize } = await receive(ctx, { id, size, receivedSize: 0, isUtf8: true }, () => true);
    if (receivedSize === 0) throw new RequestError('user_import.empty');
    return begin(ctx, id, receivedSize);
  },

  openUpload: async (ctx: Context, { body }: Received<Operations['openUpload']>): Promise<UserImport> => {
    const { change } = ctx;
    const { isDryRun = false, onConflict = 'skip', mapping = {}, ...file } = body;
    const size = await reserve(await change.transaction(), ctx, body.size);
    const row = await change.insert('userImports', {
      ...{ ...file, id: random.id(), isDryRun, onConflict, mapping, size },
      ...{ status: 'uploading', ...requesterOf(ctx) },
    });
    return shown(ctx, row);
  },

  uploadPart: async (
    ctx: Context,
    { params: { importId }, query: { offset = 0 } }: Received<Operations['uploadPart']>,
  ): Promise<UserImport> => {
    const row = await find(ctx, importId);
    requirePart(ctx);
    if (row.status !== 'uploading') throw new RequestError('user_import.wrong_status');
    const { receivedSize, size } = row;
    if (offset !== receivedSize) throw new RequestError('user_import.wrong_offset', { data: { receivedSize } });
    const progress = await receive(ctx, row, (received) => received === size);
    return progress.receivedSize < size ? shown(ctx, { ...row, ...progress }) : begin(ctx, importId, size);
  },
};
