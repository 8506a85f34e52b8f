// The change gate: every write to configuration or people goes through here. The row, the record of who changed what
// (before and after), and the announcement to the other nodes are one transaction, opened by the first write of a
// request and committed by the request's end.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { channel, type Invalidation } from '../cache/invalidation.ts';
import { random } from '../random.ts';
import type { Tables } from './tables.gen.ts';
import type { Database, Transaction } from './tenant-database.ts';

export type Actor = { type: 'user' | 'application' | 'system'; id: string | null };
type Table = keyof Tables & string;
type Row = Record<string, unknown>;
type Key = Record<string, string>;

// Never in a change record: what would be enough to sign in, or to impersonate.
const secretColumns = new Set([
  'ciphertext',
  'config',
  'lastSubmission',
  'mfaVerifications',
  'passwordEncrypted',
  'privateKey',
  'secret',
  'signingKey',
  'token',
  'value',
]);
// Here the id itself is what somebody has to know.
const secretIds = new Set<Table>(['subjectTokens']);
const withoutSecrets = (table: Table, row: Row | undefined) => {
  const isSecret = (name: string) => secretColumns.has(name) || (name === 'id' && secretIds.has(table));
  const shown = Object.entries(row ?? {}).map(([name, value]) => [name, isSecret(name) ? '******' : value]);
  return row && JSON.stringify(Object.fromEntries(shown));
};
const isSql = (value: unknown) => typeof (value as { toOperationNode?: unknown }).toOperationNode === 'function';
const encodedValue = (name: string, value: unknown) => {
  if (value === '') return null;
  if (typeof value === 'number' && name.endsWith('At')) return new Date(value);
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date) && !isSql(value);
  return isJson ? JSON.stringify(value) : value;
};
const encoded = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, encodedValue(name, value)]),
  );

const keyOf = (row: Row, columns: string[]): Row => Object.fromEntries(columns.map((column) => [column, row[column]]));
// Far below the number of parameters that a statement may have.
const batch = 500;

export type ChangeOptions = {
  db: Database;
  tenantId: string;
  invalidation: Invalidation;
  actor: () => Actor;
  operation: string;
  requestId: string;
  /**
   * Asked once, when the first row is locked and nothing is written yet: it can compare what the caller knows with what
   * is there, and nobody comes in between.
   */
  whenLocked?: (transaction: Transaction) => Promise<void>;
};

export type Change = ReturnType<typeof openChange>;

export const openChange = (options: ChangeOptions) => {
  const state: { transaction?: Promise<Transaction>; tenantId: string; locked: boolean } = {
    tenantId: options.tenantId,
    locked: false,
  };
  const undoings: (() => Promise<void>)[] = [];
  const followUps: (() => Promise<void>)[] = [];
  const touched = new Map<string, { tenantId: string; table: string }>();

  const transaction = (): Promise<Transaction> => {
    state.transaction ??= options.db.startTransaction().execute();
    return state.transaction;
  };

  type Difference = { key: Row; before?: Row; after?: Row };
  const record = async (table: Table, differences: Difference[]) => {
    const actor = options.actor();
    const tx = await transaction();
    const common = {
      actorType: actor.type,
      actorId: actor.id,
      operation: options.operation,
      entity: table,
      requestId: options.requestId,
    };
    await tx
      .insertInto('changeRecords')
      .values(
        differences.map(({ key, before, after }) => ({
          ...common,
          id: random.id(),
          entityId: Object.values(key).join('/').slice(0, 256),
          before: withoutSecrets(table, before) ?? null,
          after: withoutSecrets(table, after) ?? null,
        })),
      )
      .execute();
    const name = `${state.tenantId}/${table}`;
    if (!touched.has(name)) {
      touched.set(name, { tenantId: state.tenantId, table });
      await sql`select pg_notify(${channel}, ${name})`.execute(tx);
    }
  };

  // The names of tables and columns are checked where the gate is called; inside, one code serves all tables.
  // biome-ignore lint/suspicious/noExplicitAny: Kysely cannot type a table that is only known as a parameter.
  const any = async () => (await transaction()) as unknown as any;
  const where = <Q extends { where(column: string, operator: '=', value: string): Q }>(query: Q, key: Key): Q =>
    Object.entries(key).reduce((narrowed, [column, value]) => narrowed.where(column, '=', value), query);

  const read = async (table: Table, key: Key): Promise<Row | undefined> => {
    const row = await where((await any()).selectFrom(table).selectAll().forUpdate(), key).executeTakeFirst();
    if (state.locked) return row;
    state.locked = true;
    await options.whenLocked?.(await transaction());
    return row;
  };
  const refuseUnlocked = () => {
    if (options.whenLocked && !state.locked) throw new Error('what has a version is updated before anything is added');
  };

  return {
    /** Reads that must see, or lock, what this change is about to write. */
    transaction,
    insert: async <T extends Table>(table: T, row: Insertable<Tables[T]>, key: string[] = ['id']) => {
      refuseUnlocked();
      const query = (await any()).insertInto(table).values(encoded(row)).returningAll();
      const after: Row = await query.executeTakeFirstOrThrow();
      await record(table, [{ key: keyOf(after, key), after }]);
      return after as Selectable<Tables[T]>;
    },
    /** Many rows of one kind, in few statements. */
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
    /** `undefined`: there is no such row. */
    update: async <T extends Table>(table: T, key: Key, patch: Updateable<Tables[T]>) => {
      const before = await read(table, key);
      if (!before) return undefined;
      const values = encoded(patch);
      if (Object.keys(values).length === 0) return before as Selectable<Tables[T]>;
      const query = where((await any()).updateTable(table).set(values).returningAll(), key);
      const after: Row = await query.executeTakeFirstOrThrow();
      await record(table, [{ key, before, after }]);
      return after as Selectable<Tables[T]>;
    },
    /** `false`: there is no such row. */
    remove: async <T extends Table>(table: T, key: Key): Promise<boolean> => {
      const before = await read(table, key);
      if (!before) return false;
      await where((await any()).deleteFrom(table), key).execute();
      await record(table, [{ key, before }]);
      return true;
    },
    /** Adds those of the rows that are not there yet, and answers how many that were. */
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
    /** Removes the rows below `key` whose `column` is one of the values, and answers how many there were. */
    removeAll: async <T extends Table>(table: T, key: Key, column: string, values: string[]): Promise<number> => {
      let removed = 0;
      for (let start = 0; start < values.length; start += batch) {
        const query = where((await any()).deleteFrom(table), key);
        const deleted: Row[] = await query
          .where(column, 'in', values.slice(start, start + batch))
          .returningAll()
          .execute();
        if (deleted.length === 0) continue;
        removed += deleted.length;
        await record(
          table,
          deleted.map((before) => ({ key: { ...key, [column]: before[column] }, before })),
        );
      }
      return removed;
    },
    /** Activity, such as the time of a sign-in: part of the transaction, but nothing anybody would undo. */
    touch: async <T extends Table>(table: T, key: Key, patch: Updateable<Tables[T]>) => {
      await where((await any()).updateTable(table).set(encoded(patch)), key).execute();
    },
    /** Takes back what the change did outside the database, should nothing come of it. */
    onRollback: (undo: () => Promise<void>) => void undoings.push(undo),
    /** What happens outside the database once the change is certain. It is too late for it to fail. */
    onCommit: (act: () => Promise<void>) => void followUps.push(act),
    /** Turns the rest of the change to another tenant, in the same transaction (a new tenant touches two). */
    turnTo: async (tenantId: string) => {
      await sql`select set_config('tessera.tenant', ${tenantId}, true)`.execute(await transaction());
      state.tenantId = tenantId;
    },
    commit: async () => {
      const open = await state.transaction;
      // A commit that fails is left to the rollback, which gives the connection back.
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
