// The `q` keyword of lists: matches if any field contains it, case-insensitively and without wildcards.
import { type Expression, type SqlBool, sql } from 'kysely';

export const escapeLike = (keyword: string) => keyword.replace(/[\\%_]/g, '\\$&');

/** `undefined`: no search. `index` is the row's indexed text, which preselects rows before the fields are compared. */
export const containing = (
  keyword: string | undefined,
  fields: readonly string[],
  index?: string,
): Expression<SqlBool> | undefined => {
  if (!keyword) return undefined;
  const pattern = `%${escapeLike(keyword)}%`;
  const found = sql.join(
    fields.map((field) => sql`${sql.ref(field)} ilike ${pattern}`),
    sql` or `,
  );
  if (!index) return sql<SqlBool>`(${found})`;
  return sql<SqlBool>`(${sql.ref(index)} like ${pattern.toLowerCase()} and (${found}))`;
};
