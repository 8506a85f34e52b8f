// Seals values stored before their column was sealed: in batches, so that an interrupted start continues, and once per
// column.
import type pg from 'pg';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';
import { sealValue, unsealedCondition } from './sealed-values.ts';
import type { Vault } from './vault.ts';

const batch = 500;
export const types = { text: 'text', json: 'jsonb', bytes: 'bytea' } as const;

export const inTransaction = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has already rolled back.
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

/** Row-level security applies to the owner of the tables, too. */
export const forEachTenant = async (client: pg.ClientBase, work: (tenantId: string) => Promise<void>) => {
  const { rows } = await client.query<{ id: string }>('select id from tenants order by id');
  for (const { id } of rows) {
    await client.query(`select set_config('tessera.tenant', $1, false)`, [id]);
    await work(id);
  }
};

const sealBatch = async (client: pg.ClientBase, vault: Vault, tenantId: string, sealed: SealedColumn) => {
  const { table, column, kind } = sealed;
  const { rows } = await client.query<{ row: string; value: unknown }>(
    `select ctid::text as row, ${column} as value from ${table}
     where ${unsealedCondition(sealed)} limit ${batch} for update`,
  );
  const values = rows.map(({ value }) => sealValue(vault, tenantId, sealed, value));
  await client.query(
    `update ${table} set ${column} = sealed.value::${types[kind]}
     from unnest($1::tid[], $2::${kind === 'bytes' ? 'bytea' : 'text'}[]) as sealed (row, value)
     where ${table}.ctid = sealed.row`,
    [rows.map(({ row }) => row), values],
  );
  return rows.length;
};

export const sealExisting = async (client: pg.ClientBase, vault: Vault, say: (line: string) => void): Promise<void> => {
  const { rows } = await client.query<{ columns: string[] }>('select sealed_columns as columns from vault_keys');
  const done = new Set(rows[0]?.columns);
  const names = sealedColumns.filter(({ table, column }) => !done.has(`${table}.${column}`));
  for (const sealed of names) {
    const name = `${sealed.table}.${sealed.column}`;
    let count = 0;
    await forEachTenant(client, async (tenantId) => {
      let size = batch;
      while (size === batch) {
        size = await inTransaction(client, () => sealBatch(client, vault, tenantId, sealed));
        count += size;
      }
    });
    await client.query('update vault_keys set sealed_columns = array_append(sealed_columns, $1)', [name]);
    if (count > 0) say(`Sealed ${count} values of ${name}`);
  }
};
