// The change gate: every write to configuration or users goes through here. The row, the change record (before and
// after) and the notification of other nodes are one transaction, opened by the first write of a request and committed
// at its end.
import { secretMask } from '@tessera/contract/secret-mask';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { random } from '../../random.ts';
import { channel, type Invalidation } from '../cache/invalidation.ts';
import { unannouncedTables } from '../cache/unannounced-tables.ts';
import { isSecretColumn } from './secret-columns.ts';
import type { Tables } from './tables.gen.ts';
import { type Database, type Transaction, turnTo } from './tenant-database.ts';
import { updateRows } from './update-rows.ts';

export type Actor = { type: 'user' | 'application' | 'system'; id: string | null };
export type Table = keyof Tables & string;
/** A row that was inserted (only `after`), updated (both) or deleted (only `before`). */
export type Written = { table: Table; before?: Row; after?: Row };
type Row = Record<string, unknown>;
type Key = Record<string, string>;

const withoutSecrets = (table: Table, row: Row | undefined) => {
  const shown = Object.entries(row ?? {}).map(([name, value]) => [
    name,
    isSecretColumn(table, name) ? secretMask : value,
  ]);
  return row && JSON.stringify(Object.fromEntries(shown));
};
const isSql = (value: unknown) => typeof (value as { toOperationNode?: unknown }).toOperationNode === 'function';
const encodedValue = (name: string, value: unknown) => {
  if (value === '') return null;
  if (typeof value === 'number' && name.endsWith('At')) return new Date(value);
  if (value instanceof Date || value instanceof Uint8Array) return value;
  const isJson = typeof value === 'object' && value !== null && !isSql(value);
  return isJson ? JSON.stringify(value) : value;
};
const encoded = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, encodedValue(name, value)]),
  );

const keyOf = (row: Row, columns: string[]): Row => Object.fromEntries(columns.map((column) => [column, row[column]]));
// Far below the parameter limit of a statement.
const batch = 500;

export type ChangeOptions = {
  db: Database;
  tenantId: string;
  invalidation: Invalidation;
  actor: () => Actor;
  /** A job that creates and updates rows names the operation of each. */
  operation: string | ((written: Omit<Written, 'table'>) => string);
  requestId: string;
  /** IP address of the actor. */
  ip?: string;
  /** Rejects rows the caller may not write. They are already written, and rolled back if it throws. */
  allow?: (transaction: Transaction, table: Table, rows: readonly Row[], how: 'written' | 'removed') => Promise<void>;
  /**
   * Called once, after the first row is locked and before anything is written: compares what the caller knows with the
   * current state, without races.
   */
  whenLocked?: (transaction: Transaction) => Promise<void>;
};

type Patch<T extends Table> = (before: Selectable<Tables[T]>) => Updateable<Tables[T]> | Promise<Updateable<Tables[T]>>;

type Subscriber = { tables: ReadonlySet<Table>; act: (written: readonly Written[]) => Promise<void> };

export type Change = ReturnType<typeof openChange>;

export const openChange = (options: ChangeOptions) => {
  const state: { transaction?: Promise<Transaction>; tenantId: string; locked: boolean } = {
    tenantId: options.tenantId,
    locked: false,
  };
  const undoings: (() => Promise<void>)[] = [];
  const followUps: (() => Promise<void>)[] = [];
  const touched = new Map<string, { tenantId: string; table: string }>();
  const written: Written[] = [];
  const subscribers: Subscriber[] = [];

  const transaction = (): Promise<Transaction> => {
    state.transaction ??= options.db.startTransaction().execute();
    return state.transaction;
  };

  const { operation } = options;
  const operationOf = typeof operation === 'string' ? () => operation : operation;
  type Difference = { key: Row; before?: Row; after?: Row };
  /** Removals are checked like additions: they may hide what the holder could do. */
  const ask = async (table: Table, differences: Difference[]) => {
    if (!options.allow || state.tenantId !== options.tenantId) return;
    const tx = await transaction();
    const left = differences.flatMap(({ after }) => (after ? [after] : []));
    const gone = differences.flatMap(({ before, after }) => (before && !after ? [before] : []));
    if (left.length > 0) await options.allow(tx, table, left, 'written');
    if (gone.length > 0) await options.allow(tx, table, gone, 'removed');
  };
  const record = async (table: Table, differences: Difference[]) => {
    if (state.tenantId === options.tenantId && subscribers.some(({ tables }) => tables.has(table))) {
      for (const { key: _, ...rows } of differences) written.push({ table, ...rows });
    }
    const actor = options.actor();
    const tx = await transaction();
    await ask(table, differences);
    const common = {
      actorType: actor.type,
      actorId: actor.id,
      entity: table,
      requestId: options.requestId,
      ip: options.ip ?? null,
    };
    await tx
      .insertInto('changeRecords')
      .values(
        differences.map(({ key, before, after }) => ({
          ...common,
          operation: operationOf({ ...(before && { before }), ...(after && { after }) }),
          id: random.id(),
          entityId: Object.values(key).join('/').slice(0, 256),
          before: withoutSecrets(table, before) ?? null,
          after: withoutSecrets(table, after) ?? null,
        })),
      )
      .execute();
    const name = `${state.tenantId}/${table}`;
    if (!touched.has(name) && !unannouncedTables.has(table)) {
      touched.set(name, { tenantId: state.tenantId, table });
      await sql`select pg_notify(${channel}, ${name})`.execute(tx);
    }
  };

  // Callers are type-checked; inside, one implementation serves all tables.
  // biome-ignore lint/suspicious/noExplicitAny: Kysely cannot type a table that is only known as a parameter.
  const any = async () => (await transaction()) as unknown as any;
  const where = <Q extends { where(column: string, operator: '=', value: string): Q }>(query: Q, key: Key): Q =>
    Object.entries(key).reduce((narrowed, [column, value]) => narrowed.where(column, '=', value), query);

  const noteLocked = async () => {
    if (state.locked) return;
    state.locked = true;
    await options.whenLocked?.(await transaction());
  };
  const read = async (table: Table, key: Key): Promise<Row | undefined> => {
    const row = await where((await any()).selectFrom(table).selectAll().forUpdate(), key).executeTakeFirst();
    await noteLocked();
    return row;
  };
  const refuseUnlocked = () => {
    if (options.whenLocked && !state.locked) throw new Error('what has a version is updated before anything is added');
  };

  return {
    /** For reads that must see or lock what this change is about to write. */
    transaction,
    insert: async <T extends Table>(table: T, row: Insertable<Tables[T]>, key: string[] = ['id']) => {
      refuseUnlocked();
      const query = (await any()).insertInto(table).values(encoded(row)).returningAll();
      const after: Row = await query.executeTakeFirstOrThrow();
      await record(table, [{ key: keyOf(after, key), after }]);
      return after as Selectable<Tables[T]>;
    },
    /** Inserts many rows in few statements. */
    insertAll: async <T extends Table>(table: T, rows: Insertable<Tables[T]>[], key: string[] = ['id']) => {
      for (let start = 0; start < rows.length; start += batch) {
        const part = rows.slice(start, start + batch).map(encoded);
        const after: Row[] = await (await any()).insertInto(table).values(part).returningAll().execute();
        await record(
          table,
          after.map((row) => ({ key: keyOf(row, key), after: row })),
        );
      }
    },
    /** Returns `undefined` if there is no such row. A patch function runs once the row is locked. */
    update: async <T extends Table>(table: T, key: Key, patch: Updateable<Tables[T]> | Patch<T>) => {
      const before = await read(table, key);
      if (!before) return undefined;
      const values = encoded(typeof patch === 'function' ? await patch(before as Selectable<Tables[T]>) : patch);
      if (Object.keys(values).length === 0) return before as Selectable<Tables[T]>;
      const query = where((await any()).updateTable(table).set(values).returningAll(), key);
      const after: Row = await query.executeTakeFirstOrThrow();
      await record(table, [{ key, before, after }]);
      return after as Selectable<Tables[T]>;
    },
    /** Updates rows by ID: locked together and recorded together. Rows that are missing or stay the same are skipped. */
    updateAll: async <T extends Table>(table: T, ids: string[], patch: Patch<T>): Promise<void> => {
      if (ids.length === 0) return;
      const tx = await any();
      const select = () => tx.selectFrom(table).selectAll().where('id', 'in', ids).orderBy('id');
      const before: Row[] = await select().forUpdate().execute();
      await noteLocked();
      const patches = new Map<string, Row>();
      for (const row of before) {
        const given = Object.entries(await patch(row as Selectable<Tables[T]>));
        const values = given.filter(([, value]) => value !== undefined);
        if (values.length > 0) patches.set(String(row.id), Object.fromEntries(values));
      }
      if (patches.size === 0) return;
      await updateRows(await transaction(), table, patches);
      const after: Row[] = await select().execute();
      const rows = before.flatMap((row, at) => {
        const id = String(row.id);
        return patches.has(id) ? [{ key: { id }, before: row, after: after[at] ?? row }] : [];
      });
      await record(table, rows);
    },
    /** Returns `false` if there is no such row. */
    remove: async <T extends Table>(table: T, key: Key): Promise<boolean> => {
      const before = await read(table, key);
      if (!before) return false;
      // Check before deleting, since cascades remove the rows to check.
      await ask(table, [{ key, before }]);
      await where((await any()).deleteFrom(table), key).execute();
      await record(table, [{ key, before }]);
      return true;
    },
    /** Inserts the missing rows and returns their number. */
    insertMissing: async <T extends Table>(table: T, rows: Insertable<Tables[T]>[], key: string[]): Promise<number> => {
      let added = 0;
      for (let start = 0; start < rows.length; start += batch) {
        const values = rows.slice(start, start + batch).map(encoded);
        const query = (await any()).insertInto(table).values(values);
        const inserted: Row[] = await query
          .onConflict((conflict: { doNothing(): unknown }) => conflict.doNothing())
          .returningAll()
          .execute();
        if (inserted.length === 0) continue;
        added += inserted.length;
        await record(
          table,
          inserted.map((after) => ({ key: keyOf(after, key), after })),
        );
      }
      return added;
    },
    /** Deletes the rows below `key` whose `column` has one of the values, and returns their number. */
    removeAll: async <T extends Table>(table: T, key: Key, column: string, values: string[]): Promise<number> => {
      let removed = 0;
      for (let start = 0; start < values.length; start += batch) {
        const part = values.slice(start, start + batch);
        const leaving = part.map((value) => ({ ...key, [column]: value }));
        await ask(
          table,
          leaving.map((before) => ({ key: before, before })),
        );
        const query = where((await any()).deleteFrom(table), key);
        const deleted: Row[] = await query.where(column, 'in', part).returningAll().execute();
        if (deleted.length === 0) continue;
        removed += deleted.length;
        await record(
          table,
          deleted.map((before) => ({ key: { ...key, [column]: before[column] }, before })),
        );
      }
      return removed;
    },
    /** Updates activity such as the last sign-in: part of the transaction, but without a change record. */
    touch: async <T extends Table>(table: T, key: Key, patch: Updateable<Tables[T]>) => {
      await where((await any()).updateTable(table).set(encoded(patch)), key).execute();
    },
    /**
     * Subscribes to the change: `act` runs in its transaction, last before each commit, with the rows of these tables that
     * the change has written since the previous one. If it throws, the change fails.
     */
    onBeforeCommit: (tables: ReadonlySet<Table>, act: Subscriber['act']) => void subscribers.push({ tables, act }),
    /** Undoes effects outside the database if the change fails. */
    onRollback: (undo: () => Promise<void>) => void undoings.push(undo),
    /** Effects outside the database after the commit. They must not fail. */
    onCommit: (act: () => Promise<void>) => void followUps.push(act),
    /** Switches the rest of the change to another tenant in the same transaction (creating a tenant affects two). */
    turnTo: async (tenantId: string) => {
      const open = await transaction();
      await sql`select set_config('tessera.tenant', ${tenantId}, true)`.execute(open);
      state.transaction = Promise.resolve(turnTo(open, tenantId));
      state.tenantId = tenantId;
    },
    commit: async () => {
      const rows = written.splice(0);
      for (const { tables, act } of subscribers) await act(rows.filter(({ table }) => tables.has(table)));
      const open = await state.transaction;
      // If the commit fails, the rollback returns the connection.
      await open?.commit().execute();
      delete state.transaction;
      for (const announcement of touched.values()) options.invalidation.announceLocally(announcement);
      touched.clear();
      await Promise.allSettled(followUps.splice(0).map((act) => act()));
    },
    rollback: async () => {
      const open = await state.transaction?.catch(() => undefined);
      delete state.transaction;
      await open
        ?.rollback()
        .execute()
        .catch(() => {});
      await Promise.allSettled(undoings.splice(0).map((undo) => undo()));
    },
  };
};
