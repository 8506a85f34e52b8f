// Relations between an organization, or a role of the template, and other things: they are all added, replaced and
// removed in the same way. The owner is locked for the time, so that of two requests at once the second sees the first.
import type { Insertable } from 'kysely';
import type { Tables } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';

type Key = Record<string, string>;

/** The tables of such relations. */
export type RelationTable =
  | 'organizationApplications'
  | 'organizationJitEmailDomains'
  | 'organizationJitRoles'
  | 'organizationJitSsoConnectors'
  | 'organizationRoleApplications'
  | 'organizationRoleResourceScopes'
  | 'organizationRoleScopes'
  | 'organizationRoleUsers'
  | 'organizationUsers';

export type Relation = {
  table: RelationTable;
  /** What the relation belongs to, by the columns that name it. */
  owner: Key;
  /** The column of what is related. */
  column: string;
};

/** Before a write: the owner must exist, and waits for nobody else to change its relations. */
export const holdOwner = async (
  ctx: Context,
  table: 'organizations' | 'organizationRoles',
  id: string,
): Promise<void> => {
  const tx = await ctx.change.transaction();
  const row = await tx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound(id);
};

const rowsOf = ({ owner, column }: Relation, ids: readonly string[]) =>
  [...new Set(ids)].map((id) => ({ ...owner, [column]: id }) as unknown as Insertable<Tables[RelationTable]>);

export const relate = (ctx: Context, relation: Relation, ids: readonly string[]) => relateAll(ctx, [relation], ids);

/** The same things to several owners at once, in as many statements as to one. */
export const relateAll = async ({ change }: Context, relations: readonly Relation[], ids: readonly string[]) => {
  const [first] = relations;
  if (!first) return;
  const rows = relations.flatMap((relation) => rowsOf(relation, ids));
  await change.insertMissing(first.table, rows, [...Object.keys(first.owner), first.column]);
};

type Narrowing = {
  where(column: string, operator: '=', value: string): Narrowing;
  execute(): Promise<Record<string, string>[]>;
};
type Reader = { selectFrom(table: string): { select(column: string): Narrowing } };

/** One code for all relations: their columns are ids, whatever they are called. */
const read = async (reader: unknown, table: RelationTable, key: Key, column: string): Promise<string[]> => {
  const query = Object.entries(key).reduce(
    (narrowed, [name, value]) => narrowed.where(name, '=', value),
    (reader as Reader).selectFrom(table).select(column),
  );
  return (await query.execute()).map((row) => row[column] ?? '');
};

export const replaceRelated = async (ctx: Context, relation: Relation, ids: readonly string[]): Promise<void> => {
  const { table, owner, column } = relation;
  const wanted = new Set(ids);
  const held = await read(await ctx.change.transaction(), table, owner, column);
  const superfluous = held.filter((id) => !wanted.has(id));
  await ctx.change.removeAll(table, owner, column, superfluous);
  await relate(ctx, relation, ids);
};

export const unrelate = async ({ change }: Context, { table, owner, column }: Relation, id: string): Promise<void> => {
  if (!(await change.remove(table, { ...owner, [column]: id }))) throw notFound(id);
};

/** `reader` is the transaction of a write, or the database. */
export const requireMembership = async (
  reader: Context['db'],
  { table, owner, column }: Relation,
  id: string,
): Promise<void> => {
  const [found] = await read(reader, table, { ...owner, [column]: id }, column);
  if (found === undefined) throw new RequestError('organization.require_membership');
};
