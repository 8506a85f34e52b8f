// Tenant tables can be distributed by tenant: its ID leads every unique and foreign key, so that related rows are on
// the same node.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { useScratchDatabase } from './scratch-database.ts';

let owner: pg.Client;
useScratchDatabase((scratch) => {
  ({ owner } = scratch);
});

const exceptions: Record<string, string> = {
  checkout_sessions_for_tenant_id_fkey: 'refers to the tenant that is bought, a row of the reference table tenants',
  tenant_hosts_pkey: 'a host name belongs to one tenant of all, and requests look it up before they know the tenant',
};

const tenantTables = `select oid from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped)`;

const columnName = (table: string, number: string) =>
  `(select attname from pg_attribute where attrelid = ${table} and attnum = ${number})`;

type Key = { name: string; first: string; target: string | null; targetFirst: string | null };

test('the tenant ID leads every primary, unique and foreign key of tenant tables', async () => {
  const { rows } = await owner.query<Key>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first,
      null as target, null as "targetFirst"
    from pg_index where indrelid in (${tenantTables}) and (indisunique or indisexclusion)
    union all
    select conname, ${columnName('conrelid', 'conkey[1]')}, confrelid::regclass::text,
      ${columnName('confrelid', 'confkey[1]')}
    from pg_constraint where contype = 'f' and conrelid in (${tenantTables})`);
  expect(rows.length).toBeGreaterThan(250);
  const isLed = ({ first, target, targetFirst }: Key) =>
    first === 'tenant_id' && (target === null || targetFirst === (target === 'tenants' ? 'id' : 'tenant_id'));
  const others = rows.filter((key) => !isLed(key)).map(({ name }) => name);
  expect(others.toSorted()).toEqual(Object.keys(exceptions));
});
