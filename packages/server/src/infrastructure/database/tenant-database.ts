// A tenant's view of the database. Each connection is bound to a tenant, and row-level security does the rest.
import { CamelCasePlugin, CompiledQuery, type ControlledTransaction, Kysely, PostgresDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { createFairQueue } from '../concurrency/fair-queue.ts';
import { type SealingPlugin, sealingPlugin } from '../vault/sealing-plugin.ts';
import type { Vault } from '../vault/vault.ts';
import type { Tables } from './tables.gen.ts';
import { bindTransactions } from './transaction-pooler.ts';

export type Database = Kysely<Tables>;
export type Transaction = ControlledTransaction<Tables>;
/** A prepared statement. One name must always have the same text. */
export type Statement = { name: string; text: string };
export type Run = <Row extends object>(statement: Statement, values: unknown[]) => Promise<Row[]>;

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** Switches the rest of a transaction to another tenant. */
export const turnTo = (transaction: Transaction, tenantId: string): Transaction =>
  transaction
    .getExecutor()
    .plugins.map((plugin) => (plugin as Partial<SealingPlugin>).forTenant?.(tenantId) ?? plugin)
    .reduce((turned, plugin) => turned.withPlugin(plugin), transaction.withoutPlugins());

/** The tenant each connection is bound to, so that binding is free while it stays the same. */
const boundTo = new WeakMap<pg.PoolClient, string>();

const bind = async (client: pg.PoolClient, tenantId: string) => {
  if (bindTransactions(client, tenantId)) return;
  if (boundTo.get(client) === tenantId) return;
  boundTo.delete(client);
  await client.query({
    name: 'bind-tenant',
    text: `select set_config('tessera.tenant', $1, false)`,
    values: [tenantId],
  });
  boundTo.set(client, tenantId);
};

/** Runs the statement as part of what `db` is doing, such as a transaction. */
export const runIn =
  (db: Database): Run =>
  async (statement, values) => {
    // Kysely passes the text on unchanged, and the driver also accepts a named statement.
    const named = { ...statement } as unknown as string;
    return (await db.executeQuery(CompiledQuery.raw(named, values))).rows as never;
  };

const runWith = async <Row extends object>(client: pg.PoolClient, statement: Statement, values: unknown[]) => {
  try {
    const { rows } = await client.query<Row>({ ...statement, values });
    client.release();
    return rows;
  } catch (error) {
    // A connection that failed may be broken; after an SQL error it is still usable.
    client.release((error as { code?: string }).code ? undefined : (error as Error));
    throw error;
  }
};

export type Databases = ReturnType<typeof createDatabases>;

// Reserved connections that slow statements of one tenant cannot occupy.
const reservedOf = (poolSize: number) => (poolSize < 3 ? 0 : Math.ceil(poolSize / 10));

export const createDatabases = (pool: pg.Pool, vault: Vault) => {
  const queue = createFairQueue({
    ...{ concurrency: pool.options.max, reserved: reservedOf(pool.options.max), queueLength: 1_000 },
    ...{ patienceMs: pool.options.connectionTimeoutMillis ?? 5_000, alwaysShared: true },
  });
  const take = async (tenantId: string): Promise<pg.PoolClient> => {
    const leave = await queue.acquire(tenantId);
    try {
      const client = await pool.connect();
      const { release } = client;
      // The pool sets a new `release` each time a client is checked out.
      client.release = (error) => {
        release(error);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  };
  const connect = async (tenantId: string): Promise<pg.PoolClient> => {
    const client = await take(tenantId);
    try {
      await bind(client, tenantId);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  };
  const open = (tenantId: string): Database =>
    new Kysely<Tables>({
      plugins: [camelCase, sealingPlugin(vault, tenantId)],
      dialect: new PostgresDialect({
        pool: {
          connect: () => connect(tenantId) as never, // Kysely types only the part of a client it uses
          end: async () => {},
          options: {},
        },
      }),
    });
  const databases = new LRUCache<string, Database>({ max: 1000 });
  return {
    pool,
    vault,
    statistics: queue.statistics,
    /** The database limited to one tenant. */
    of: (tenantId: string): Database => {
      const known = databases.get(tenantId);
      if (known) return known;
      const opened = open(tenantId);
      databases.set(tenantId, opened);
      return opened;
    },
    /** One prepared statement for a tenant without the query builder, for the hot path of sign-ins. */
    run: async <Row extends object>(tenantId: string, statement: Statement, values: unknown[]): Promise<Row[]> =>
      runWith(await connect(tenantId), statement, values),
    /** The same on global tables: the connection stays bound to its tenant. */
    runGlobal: async <Row extends object>(statement: Statement, values: unknown[]): Promise<Row[]> =>
      runWith(await pool.connect(), statement, values),
  };
};
