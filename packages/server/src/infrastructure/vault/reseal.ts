// Reseals everything with the current data key, in small batches while nodes serve. Values already under it are
// skipped, so this can be interrupted and repeated.
import type pg from 'pg';
import { resealPayload } from '../../authorization/oidc/stored-payload.ts';
import { forEachTenant, inTransaction, types } from './seal-existing.ts';
import { tokenSetColumn } from './seal-token-sets.ts';
import { sealedColumns } from './sealed-columns.ts';
import { resealText, resealValue } from './sealed-values.ts';
import type { Vault } from './vault.ts';

const batch = 200;

type Target = {
  table: string;
  column: string;
  type: string;
  reseal: (vault: Vault, tenantId: string, value: unknown) => unknown;
};

const targets: readonly Target[] = [
  ...sealedColumns.map((sealed): Target => {
    const { table, column, kind } = sealed;
    return {
      table,
      column,
      type: types[kind],
      reseal: (...given) => resealValue(given[0], given[1], sealed, given[2]),
    };
  }),
  {
    ...{ table: 'secrets', column: 'token_set', type: 'text' },
    reseal: (vault, tenantId, value) => resealText(vault, { tenantId, column: tokenSetColumn }, value as string),
  },
  {
    ...{ table: 'oidc_model_instances', column: 'payload', type: 'jsonb' },
    reseal: (vault, tenantId, value) => {
      const payload = resealPayload(vault, tenantId, value);
      return payload && JSON.stringify(payload);
    },
  },
];

type KeyColumn = { name: string; type: string };

/** The primary key columns after the tenant, used to iterate over a tenant's rows. */
const keyColumnsOf = async (client: pg.ClientBase, table: string): Promise<KeyColumn[]> => {
  const { rows } = await client.query<KeyColumn>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type
     from pg_index cross join unnest(indkey) with ordinality as part (number, position)
     join pg_attribute on attrelid = indrelid and attnum = part.number
     where indrelid = $1::regclass and indisprimary and attname <> 'tenant_id' order by part.position`,
    [table],
  );
  return rows;
};

type Row = { row: string; value: unknown; key: string[] };
type Walk = { client: pg.ClientBase; vault: Vault; tenantId: string; target: Target; keyColumns: KeyColumn[] };

const resealBatch = async ({ client, vault, tenantId, target, keyColumns }: Walk, after: string[] | undefined) => {
  const { table, column, type, reseal } = target;
  const names = keyColumns.map(({ name }) => name).join(', ') || 'tenant_id';
  const start = keyColumns.map((key, index) => `$${index + 2}::text::${key.type}`).join(', ');
  const { rows } = await client.query<Row>(
    `select ctid::text as row, ${column} as value, array[${keyColumns.map(({ name }) => `${name}::text`)}]::text[] as key
     from ${table} where tenant_id = $1 and ${column} is not null ${after ? `and (${names}) > (${start})` : ''}
     order by ${names} limit ${batch} for update`,
    [tenantId, ...(after ?? [])],
  );
  const changed = rows.flatMap(({ row, value }) => {
    const next = reseal(vault, tenantId, value);
    return next === undefined ? [] : [{ row, next }];
  });
  if (changed.length > 0) {
    await client.query(
      `update ${table} set ${column} = changed.value::${type}
       from unnest($1::tid[], $2::${type === 'bytea' ? 'bytea' : 'text'}[]) as changed (row, value)
       where ${table}.ctid = changed.row`,
      [changed.map(({ row }) => row), changed.map(({ next }) => next)],
    );
  }
  const isLast = rows.length < batch || keyColumns.length === 0;
  return { count: changed.length, after: isLast ? undefined : rows.at(-1)?.key };
};

/** Returns the number of changed values. */
export const resealAll = async (client: pg.ClientBase, vault: Vault): Promise<number> => {
  let count = 0;
  for (const target of targets) {
    const keyColumns = await keyColumnsOf(client, target.table);
    await forEachTenant(client, async (tenantId) => {
      const walk = { client, vault, tenantId, target, keyColumns };
      let after: string[] | undefined;
      do {
        const done = await inTransaction(client, () => resealBatch(walk, after));
        count += done.count;
        after = done.after;
      } while (after);
    });
  }
  return count;
};
