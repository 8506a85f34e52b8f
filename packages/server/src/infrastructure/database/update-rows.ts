// Updates many rows with different values in few statements.
import { sql } from 'kysely';
import { sealedColumnsOf } from '../vault/sealed-columns.ts';
import type { Transaction } from './tenant-database.ts';

type Values = Record<string, unknown>;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const jsonValue = (name: string, value: unknown): unknown => {
  if (value === '') return null;
  return typeof value === 'number' && name.endsWith('At') ? new Date(value) : value;
};

/** `patches`: new values by ID. Rows with the same columns share a statement. */
export const updateRows = async (
  tx: Transaction,
  table: string,
  patches: ReadonlyMap<string, Values>,
): Promise<void> => {
  const name = snakeCase(table);
  const sealed = sealedColumnsOf.get(name) ?? [];
  const groups = Map.groupBy(patches, ([, values]) => Object.keys(values).sort().join());
  for (const group of groups.values()) {
    const columns = Object.keys(group[0]?.[1] ?? {});
    // The statement is raw SQL, which would store them as they are.
    if (sealed.some(({ property }) => columns.includes(property))) throw new Error(`${name} has sealed columns`);
    const rows = group.map(([id, values]) => ({
      id,
      ...Object.fromEntries(columns.map((column) => [snakeCase(column), jsonValue(column, values[column])])),
    }));
    const assignments = columns.map((column) => {
      const own = snakeCase(column);
      return sql`${sql.ref(own)} = ${sql.ref(`given.${own}`)}`;
    });
    await sql`update ${sql.table(name)} set ${sql.join(assignments)}
      from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb) as given
      where ${sql.ref(`${name}.id`)} = given.id`.execute(tx);
  }
};
