// T03: tenant isolation. Every table is checked from both kinds of connections.
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { runtimeRole } from './migrate.ts';
import { useScratchDatabase } from './scratch-database.ts';
import { addUser, become, list } from './scratch-server.ts';
import { tenantTables } from './tables.gen.ts';

const globalTables = [
  'job_queue',
  'rate_limits',
  'schema_migrations',
  'skus',
  'system_settings',
  'tenant_hosts',
  'tenants',
  'vault_keys',
];

let owner: pg.Client;
let runtime: pg.Client;
useScratchDatabase((scratch) => {
  ({ owner, runtime } = scratch);
});

describe('T03 every table except the listed global ones', () => {
  test('has the tenant first in its keys and row-level security enabled', async () => {
    const { rows } = await owner.query(
      `
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as closed,
        (select array_agg(pg_get_expr(polqual, polrelid) || ' / ' || pg_get_expr(polwithcheck, polrelid) || ' / ' || polcmd::text)
          from pg_policy where polrelid = c.oid) as policies,
        (select array_agg(distinct a.attname::text) from pg_index i
          join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          join pg_class ic on ic.oid = i.indexrelid join pg_am m on m.oid = ic.relam
          where i.indrelid = c.oid and m.amname = 'btree') as first_columns,
        exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as has_key
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and c.relname <> all ($1::text[])`,
      [globalTables],
    );
    const condition = `((tenant_id)::text = current_setting('tessera.tenant'::text, true))`;
    expect(rows.length).toBeGreaterThan(60);
    for (const row of rows) {
      expect(row).toEqual({
        name: row.name,
        closed: true,
        policies: [`${condition} / ${condition} / *`],
        first_columns: ['tenant_id'],
        has_key: true,
      });
    }
    const partitions = await list(owner, `select relname from pg_class where relispartition and relkind = 'r'`);
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !partitions.includes(name))
        .sort(),
    ).toEqual([...tenantTables].sort());
  });

  test('references its tenant, and other tables by tenant', async () => {
    const { rows } = await owner.query<{ from: string; to: string; columns: string[]; targets: string[] }>(`
      select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to",
        (select array_agg(attname::text order by n) from unnest(k.conkey) with ordinality as u (attnum, n)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum) as "columns",
        (select array_agg(attname::text order by n) from unnest(k.confkey) with ordinality as u (attnum, n)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum) as "targets"
      from pg_constraint k where k.contype = 'f' and k.conparentid = 0`);
    const toTenants = rows.filter(({ to, columns }) => to === 'tenants' && columns[0] === 'tenant_id');
    expect(toTenants.map(({ from }) => from)).toEqual(expect.arrayContaining([...tenantTables]));
    for (const { from, to, columns, targets } of rows.filter(({ to }) => to !== 'tenants')) {
      expect([from, columns[0], to, targets[0]]).toEqual([from, 'tenant_id', to, 'tenant_id']);
    }
  });

  test.each(['owner', 'runtime'] as const)('hides and protects rows of another tenant from the %s', async (who) => {
    const client = who === 'owner' ? owner : runtime;
    await addUser(client, 'ann', { username: 'ann' });
    await client.query(`insert into logs (id, key) values ('l', 'Interaction.Create')`);
    await become(client, 'b');
    for (const table of tenantTables) {
      expect([table, ...(await list(client, `select count(*)::int from ${table}`))]).toEqual([table, 0]);
    }
    expect((await client.query(`update users set name = 'x'`)).rowCount).toBe(0);
    expect((await client.query('delete from logs')).rowCount).toBe(0);
    await expect(client.query(`insert into users (tenant_id, id) values ('a', 'bob')`)).rejects.toThrow(
      /row-level security/,
    );
    await addUser(client, 'bob');
    await expect(client.query(`update users set tenant_id = 'a'`)).rejects.toThrow(/row-level security/);
    // IDs are per tenant: the same one may exist in both, and no reference crosses tenants.
    await addUser(client, 'ann');
    await become(client, '');
    expect(await list(client, 'select count(*)::int from users')).toEqual([0]);
    await expect(addUser(client, 'eve')).rejects.toThrow();
    await become(client, 'a');
    expect(await list(client, 'select id, username from users')).toEqual([['ann', 'ann']]);
    expect(await list(client, 'select id from logs')).toEqual(['l']);
  });

  test('protects future partitions against direct access', async () => {
    await runtime.query(`select ensure_log_partitions('2031-03-15', 2)`);
    await runtime.query(`select ensure_log_partitions('2031-03-15', 2)`);
    await runtime.query(`insert into logs (id, key, created_at) values ('l', 'k', '2031-04-30T23:59:59.999Z')`);
    await runtime.query(`insert into logs (id, key, created_at) values ('m', 'k', '2031-05-01T00:00:00Z')`);
    expect(await list(runtime, `select tableoid::regclass::text, id from logs order by id`)).toEqual([
      ['logs_2031_04', 'l'],
      ['logs_default', 'm'],
    ]);
    expect(await list(owner, 'select id from logs_2031_04')).toEqual(['l']);
    await become(owner, 'b');
    expect(await list(owner, 'select id from logs_2031_04')).toEqual([]);
    await expect(
      owner.query(`insert into logs_2031_04 (tenant_id, id, key, created_at) values ('a', 'x', 'k', '2031-04-02')`),
    ).rejects.toThrow(/row-level security/);
    // A month with rows in the default partition stays there without failing.
    await runtime.query(`select ensure_log_partitions('2031-05-01', 1)`);
    expect(await list(runtime, `select to_regclass('logs_2031_05')`)).toEqual([null]);
    expect(await list(runtime, `select to_regclass('change_records_2031_05')::text`)).toEqual([
      'change_records_2031_05',
    ]);
  });

  test('is emptied when a tenant is deleted, without affecting others', async () => {
    for (const tenant of ['a', 'b']) {
      await become(runtime, tenant);
      await addUser(runtime, 'ann', { identities: { google: { userId: 'g' } } });
      await runtime.query(`
        insert into organizations (id, name) values ('org', 'O');
        insert into organization_users (organization_id, user_id) values ('org', 'ann');
        insert into logs (id, key) values ('l', 'k');
        insert into domains (id, domain, status) values ('d', '${tenant}.example.com', 'Active');
        insert into oidc_model_instances (model_name, id, payload, expires_at) values ('Session', 's', '{}', now())`);
    }
    // Like in the cloud: on a connection of the admin tenant.
    await become(runtime, 'admin');
    await runtime.query(`delete from tenants where id = 'a'`);
    await runtime.query('reset role');
    try {
      for (const table of tenantTables) {
        expect([table, ...(await list(runtime, `select count(*)::int from ${table} where tenant_id = 'a'`))]).toEqual([
          table,
          0,
        ]);
      }
      expect(await list(runtime, `select count(*)::int from users where tenant_id = 'b'`)).toEqual([1]);
      expect(await list(runtime, 'select host from tenant_hosts')).toEqual(['b.example.com']);
    } finally {
      await runtime.query(`set role ${await runtimeRole(runtime)}`);
    }
  });
});
