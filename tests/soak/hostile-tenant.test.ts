// F22: a tenant with huge tables does not slow down others. Counts what the database reads for them, which is the same
// on every machine; the bench measures times.
import { describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newDatabase, startServer, type TestServer } from '../harness/server.ts';
import { consoleApp, obtainCode } from '../harness/sign-in.ts';

const asked = [
  '/logs',
  '/logs?logKey=Interaction&page_size=100',
  '/logs?userId=nobody',
  '/roles?page=1&page_size=20',
  '/roles?search=%25a%25&page=1&page_size=20',
  '/users?page=1&page_size=20',
  '/users?search=%25ada%25&page=1&page_size=20',
  '/dashboard/users/total',
  '/dashboard/users/active',
];
const times = 3;

/** The tables that the hostile tenant fills. */
const filled = `select relid from pg_partition_tree('logs') where isleaf
  union all select unnest(array['roles'::regclass, 'users'::regclass])`;

/** Reading by autovacuum would be counted, too. */
const turnOffAutovacuum = async ({ query }: TestServer) => {
  const tables = await query<{ name: string }>(`select relid::regclass::text as name from (${filled}) as filled`);
  for (const { name } of tables) await query(`alter table ${name} set (autovacuum_enabled = off)`);
};

/** One part of the hostile tenant's data. */
const fill = async ({ query }: TestServer, part: number) => {
  await query(
    `insert into logs (tenant_id, id, key, payload)
     select 'default', 'log' || n, 'Interaction.SignIn.Submit', jsonb_build_object('key', 'Interaction.SignIn.Submit',
       'result', 'Success', 'userId', 'user' || n % 100)
     from generate_series(50000 * $1::int + 1, 50000 * ($1::int + 1)) as n`,
    [part],
  );
  await query(
    `insert into roles (tenant_id, id, name, description, type)
     select 'default', 'role' || n, 'a role ' || n, 'of many', 'User'
     from generate_series(20000 * $1::int + 1, 20000 * ($1::int + 1)) as n`,
    [part],
  );
  await query(
    `insert into users (tenant_id, id, username, custom_data)
     select 'default', 'user' || n, 'ada' || n, jsonb_build_object('x', repeat('x', 500))
     from generate_series(10000 * $1::int + 1, 10000 * ($1::int + 1)) as n`,
    [part],
  );
  await query('analyze');
};

describe('F22 a hostile tenant', () => {
  it('F22 does not slow down others', async () => {
    const databaseUrl = await newDatabase();
    const signIn = (server: TestServer, register: boolean) =>
      obtainCode({
        base: server.base('admin'),
        client: consoleApp(server.origin),
        scope: 'openid',
        username: 'ada',
        register,
      });

    /** What is read of these tables while the admin tenant is served. A connection reports when it ends. */
    const read = async (): Promise<{ rows: number; blocks: number }> => {
      const server = await startServer({ databaseUrl });
      const api = await managementApi(server, 'admin');
      for (let time = 0; time < times; time += 1) {
        for (const path of asked) expect([path, (await api.call('GET', path)).status]).toEqual([path, 200]);
        await signIn(server, false);
      }
      expect(await server.stop()).toBe(0);
      const [count] = await server.query<{ rows: string; blocks: string }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows,
           sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0)) as blocks
         from (${filled}) as filled join pg_stat_user_tables using (relid) join pg_statio_user_tables using (relid)`,
      );
      return { rows: Number(count?.rows), blocks: Number(count?.blocks) };
    };

    const server = await startServer({ databaseUrl });
    await signIn(server, true);
    await server.stop();
    await turnOffAutovacuum(server);
    // Both sizes have the same plans, unlike an empty and a full table.
    await fill(server, 0);
    await server.query('select pg_stat_reset()');
    const small = await read();
    for (const part of [1, 2, 3]) await fill(server, part);
    await server.query('select pg_stat_reset()');
    const large = await read();
    expect(large.rows).toBeLessThan(small.rows * 1.2);
    expect(large.blocks).toBeLessThan(small.blocks * 1.2);
  });
});
