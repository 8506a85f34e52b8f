// Relations of an organization or organization role: all are added, replaced and removed the same way. The owner is
// locked, so that the second of two concurrent requests sees the first.
import type { Insertable } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../infrastructure/database/tables.gen.ts';
import { notDeleted, notFound, RequestError } from '../../infrastructure/http/request-error.ts';

type Key = Record<string, string>;
type Ctx = Pick<Context, 'change'>;

/** The relation tables. */
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
  /** The owner's key columns. */
  owner: Key;
  /** The column of the related entity. */
  column: string;
};

export const membersOf = (organizationId: string): Relation => ({
  table: 'organizationUsers',
  owner: { organizationId },
  column: 'userId',
});

/** Before a write: the owner must exist, and is locked against concurrent changes. */
export const holdOwner = async (ctx: Ctx, table: 'organizations' | 'organizationRoles', id: string): Promise<void> => {
  const tx = await ctx.change.transaction();
  const row = await tx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound(id);
};

const rowsOf = ({ owner, column }: Relation, ids: readonly string[]) =>
  [...new Set(ids)].map((id) => ({ ...owner, [column]: id }) as unknown as Insertable<Tables[RelationTable]>);

export const relate = (ctx: Ctx, relation: Relation, ids: readonly string[]) => relateAll(ctx, [relation], ids);

/** Relates the same entities to several owners, in as many statements as for one. */
export const relateAll = async ({ change }: Ctx, relations: readonly Relation[], ids: readonly string[]) => {
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

/** One implementation for all relations, since their columns are IDs. */
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
  if (!(await change.remove(table, { ...owner, [column]: id }))) throw notDeleted();
};

/** `reader` is a write's transaction, or the database. */
export const requireMembership = async (
  reader: Context['db'],
  { table, owner, column }: Relation,
  id: string,
): Promise<void> => {
  const [found] = await read(reader, table, { ...owner, [column]: id }, column);
  if (found === undefined) throw new RequestError('organization.require_membership');
};
