// A tenant's view of the database. The connection is told which tenant it works for; row-level security does the rest.
import { CamelCasePlugin, type ControlledTransaction, Kysely, PostgresDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Tables } from './tables.gen.ts';

export type Database = Kysely<Tables>;
export type Transaction = ControlledTransaction<Tables>;

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

export type Databases = ReturnType<typeof createDatabases>;

export const createDatabases = (pool: pg.Pool, pooler: 'session' | 'transaction') => {
  const open = (tenantId: string): Database =>
    new Kysely<Tables>({
      plugins,
      dialect: new PostgresDialect({
        pool: {
          connect: async () => {
            const client = await pool.connect();
            try {
              // A transaction pooler hands every statement to another session, so nothing can be remembered there.
              if (pooler === 'transaction') boundTo.delete(client);
              await bind(client, tenantId);
              return client as never; // Kysely types only the part of a client it uses
            } catch (error) {
              client.release(error as Error);
              throw error;
            }
          },
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
  };
};
