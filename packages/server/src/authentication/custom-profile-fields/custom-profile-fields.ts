// Custom profile field handlers.
import {
  type CustomProfileField,
  customProfileFields,
  type NewProfileField,
  type ProfileFieldSettings,
} from '@tessera/contract/custom-profile-fields';
import { fieldProblem } from '@tessera/contract/profile-field-rules';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound, notUpdated, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { asField, listFields } from './list.ts';

const refuseSenseless = (field: Pick<NewProfileField, 'name' | 'type' | 'config'>) => {
  const problem = fieldProblem(field);
  if (problem) throw new RequestError(problem, { data: { name: field.name } });
};

/** `ctx.change` turns '' into NULL, but this column is NOT NULL, so pass '' as raw SQL. */
const emptyLabel = sql<string>`''` as unknown as string;
const columnsOf = ({ type, label, required, config, ...rest }: ProfileFieldSettings) => ({
  type,
  label: label || emptyLabel,
  description: 'description' in rest ? (rest.description ?? null) : null,
  required,
  config: config ?? {},
});

const created = async ({ change }: Context, fields: NewProfileField[]): Promise<CustomProfileField[]> => {
  fields.forEach(refuseSenseless);
  const tx = await change.transaction();
  const { last } = await tx
    .selectFrom('customProfileFields')
    .select(sql<number>`coalesce(max(sie_order), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  const rows: CustomProfileField[] = [];
  for (const [index, { name, ...settings }] of fields.entries()) {
    const row = { id: random.id(), name, ...columnsOf(settings), sieOrder: last + index + 1 };
    rows.push(asField(await change.insert('customProfileFields', row)));
  }
  return rows;
};

export default serve(customProfileFields, {
  list: ({ db }) => listFields(db),

  create: async (ctx, { body }) => (await created(ctx, [body]))[0] as CustomProfileField,

  createMany: (ctx, { body }) => created(ctx, body),

  get: async ({ db }, { params: { name } }) => {
    const row = await db.selectFrom('customProfileFields').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw notFound(name);
    return asField(row);
  },

  replace: async ({ change }, { params: { name }, body }) => {
    const tx = await change.transaction();
    const known = await tx.selectFrom('customProfileFields').select('id').where('name', '=', name).executeTakeFirst();
    if (!known) throw notUpdated();
    refuseSenseless({ ...body, name });
    const row = await change.update('customProfileFields', { name }, columnsOf(body));
    if (!row) throw notUpdated();
    return asField(row);
  },

  /** Idempotent: deleting a missing field succeeds. */
  remove: async ({ change }, { params: { name } }) => {
    await change.remove('customProfileFields', { name });
  },

  reorder: async ({ change }, { body: { order } }) => {
    const tx = await change.transaction();
    const known = new Set((await listFields(tx)).map(({ name }) => name));
    const names = order.map(({ name }) => name).filter((name) => !known.has(name));
    if (names.length > 0) {
      throw new RequestError('custom_profile_fields.entity_not_exists_with_names', { data: { names } });
    }
    for (const { name, sieOrder } of order) await change.update('customProfileFields', { name }, { sieOrder });
    return listFields(tx);
  },
});
