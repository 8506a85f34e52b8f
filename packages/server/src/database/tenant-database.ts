// A tenant's view of the database. The connection is told which tenant it works for; row-level security does the rest.
import { CamelCasePlugin, CompiledQuery, type ControlledTransaction, Kysely, PostgresDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Tables } from './tables.gen.ts';

export type Database = Kysely<Tables>;
export type Transaction = ControlledTransaction<Tables>;
/** A statement that every connection prepares once. Its name stands for its text: one name, one text. */
export type Statement = { name: string; text: string };
export type Run = <Row extends object>(statement: Statement, values: unknown[]) => Promise<Row[]>;

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** Remembers which tenant each connection was last bound to, so that binding costs nothing while it stays the same. */
const boundTo = new WeakMap<pg.PoolClient, string>();

const bind = async (client: pg.PoolClient, tenantId: string) => {
  if (boundTo.get(client) === tenantId) return;
  boundTo.delete(client);
  await client.query({
    name: 'bind-tenant',
    text: `select set_config('tessera.tenant', $1, false)`,
    values: [tenantId],
  });
  boundTo.set(client, tenantId);
};

/** The same statement as a part of what `db` is doing, a transaction for one. */
export const runIn =
  (db: Database): Run =>
  async (statement, values) => {
    // Kysely hands the text on as it is, and the driver also takes a text with its name.
    const named = { ...statement } as unknown as string;
    return (await db.executeQuery(CompiledQuery.raw(named, values))).rows as never;
  };

const runWith = async <Row extends object>(client: pg.PoolClient, statement: Statement, values: unknown[]) => {
  try {
    const { rows } = await client.query<Row>({ ...statement, values });
    client.release();
    return rows;
  } catch (error) {
    // A connection that failed may be broken; one that was only refused is as good as before.
    client.release((error as { code?: string }).code ? undefined : (error as Error));
    throw error;
  }
};

export type Databases = ReturnType<typeof createDatabases>;

export const createDatabases = (pool: pg.Pool) => {
  const connect = async (tenantId: string): Promise<pg.PoolClient> => {
    const client = await pool.connect();
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
      plugins,
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
    /** Everything of one tenant, and nothing of another. */
    of: (tenantId: string): Database => {
      const known = databases.get(tenantId);
      if (known) return known;
      const opened = open(tenantId);
      databases.set(tenantId, opened);
      return opened;
    },
    /** One prepared statement for a tenant, without the query builder: for what every sign-in does many times. */
    run: async <Row extends object>(tenantId: string, statement: Statement, values: unknown[]): Promise<Row[]> =>
      runWith(await connect(tenantId), statement, values),
    /** The same on tables of no tenant: the connection stays bound to whichever it was, and the next one need not wait. */
    runGlobal: async <Row extends object>(statement: Statement, values: unknown[]): Promise<Row[]> =>
      runWith(await pool.connect(), statement, values),
  };
};
