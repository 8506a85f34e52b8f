// The keyword of lists that take `q`: some field contains it, whatever its case. Nothing in it is a wildcard.
import { type Expression, type SqlBool, sql } from 'kysely';

const escaped = (keyword: string) => keyword.replace(/[\\%_]/g, '\\$&');

/** `undefined`: nothing is searched for. `index` is the one indexed text of the row, which narrows before the fields decide. */
export const containing = (
  keyword: string | undefined,
  fields: readonly string[],
  index?: string,
): Expression<SqlBool> | undefined => {
  if (!keyword) return undefined;
  const pattern = `%${escaped(keyword)}%`;
  const found = sql.join(
    fields.map((field) => sql`${sql.ref(field)} ilike ${pattern}`),
    sql` or `,
  );
  if (!index) return sql<SqlBool>`(${found})`;
  return sql<SqlBool>`(${sql.ref(index)} like ${pattern.toLowerCase()} and (${found}))`;
};
