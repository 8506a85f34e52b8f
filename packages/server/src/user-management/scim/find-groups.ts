// Reads the groups of a connector and their members.
import { type Selectable, sql } from 'kysely';
import type { ScimGroupsTable } from '../../infrastructure/database/tables.gen.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import {
  answered,
  baseOf,
  type Ctx,
  isWanted,
  type ListQuery,
  listResponse,
  project,
  type Shown,
  sliceOf,
} from './answer.ts';
import { parseFilter } from './filter.ts';
import { filterCondition, isIndexed, type Source } from './filter-sql.ts';
import type { Attributes } from './read-attributes.ts';
import { groupKind, groupUrn } from './schemas.ts';
import { scimError } from './scim-error.ts';

export type ScimGroupRow = Selectable<ScimGroupsTable>;
type Member = { userId: string; display: string };

/** In one list. A longer list has fewer groups, and a group alone is always shown in full. */
const mostMembersInList = 5_000;

export const groupSource: Source = {
  kind: groupKind,
  columns: {
    id: { column: sql`scim_groups.id`, isIndexed: true },
    displayName: { column: sql`scim_groups.display_name`, key: sql`scim_groups.display_name_key`, isIndexed: true },
    externalId: { column: sql`scim_groups.external_id`, isIndexed: true },
    'meta.resourceType': { column: sql`'Group'::text` },
    'meta.created': { column: sql`scim_groups.created_at` },
    'meta.lastModified': { column: sql`scim_groups.updated_at` },
  },
  related: {
    members: {
      from: sql`from scim_group_members as member join scim_users as one on one.user_id = member.user_id
        where member.group_id = scim_groups.id`,
      columns: { value: sql`member.user_id`, display: sql`one.user_name`, type: sql`'User'::text` },
    },
    schemas: {
      from: sql`from unnest(array[${sql.lit(groupUrn)}]) as one (urn) where true`,
      columns: { value: sql`one.urn` },
    },
  },
  lookup: (name) => (name === 'members' ? sql`true` : undefined),
};

export const findGroupRow = async (
  { db, connector }: Pick<Ctx, 'db' | 'connector'>,
  id: string,
): Promise<ScimGroupRow> => {
  const row = await db
    .selectFrom('scimGroups')
    .selectAll()
    .where('id', '=', id)
    .where('ssoConnectorId', '=', connector.id)
    .executeTakeFirst();
  if (!row) throw scimError('not_found', { id });
  return row;
};

export const groupVersion = ({ version }: Pick<ScimGroupRow, 'version'>): string => `W/"${version}"`;

const membersOf = async (db: Database, groupIds: readonly string[]): Promise<Map<string, Member[]>> => {
  if (groupIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('scimGroupMembers as member')
    .innerJoin('scimUsers as one', 'one.userId', 'member.userId')
    .select(['member.groupId', 'member.userId', 'one.userName as display'])
    .where('member.groupId', 'in', groupIds)
    .orderBy('member.groupId')
    .orderBy('member.userId')
    .execute();
  return Map.groupBy(rows, ({ groupId }) => groupId);
};

const groupResource = (row: ScimGroupRow, members: readonly Member[] | undefined, base: string): Attributes => ({
  schemas: [groupUrn],
  id: row.id,
  displayName: row.displayName,
  ...(row.externalId !== null && { externalId: row.externalId }),
  ...(members && {
    members: members.map(({ userId, display }) => ({
      ...{ value: userId, display, type: 'User', $ref: `${base}/Users/${userId}` },
    })),
  }),
  meta: {
    resourceType: 'Group',
    created: new Date(row.createdAt).toISOString(),
    lastModified: new Date(row.updatedAt).toISOString(),
    location: `${base}/Groups/${row.id}`,
    version: groupVersion(row),
  },
});

export const groupResourceOf = async (
  ctx: Ctx,
  row: ScimGroupRow,
  shown: Shown,
  db: Database = ctx.db,
): Promise<Attributes> => {
  const members = isWanted(shown, 'members') ? ((await membersOf(db, [row.id])).get(row.id) ?? []) : undefined;
  return groupResource(row, members, baseOf(ctx));
};

/** The first groups whose members together are few enough. */
const withFewMembers = async (db: Database, rows: ScimGroupRow[]): Promise<ScimGroupRow[]> => {
  if (rows.length < 2) return rows;
  const counts = await db
    .selectFrom('scimGroupMembers')
    .select(['groupId', sql<number>`count(*)`.as('count')])
    .where(
      'groupId',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('groupId')
    .execute();
  const countOf = new Map(counts.map(({ groupId, count }) => [groupId, Number(count)]));
  let sum = 0;
  const end = rows.findIndex(({ id }, at) => {
    sum += countOf.get(id) ?? 0;
    return at > 0 && sum > mostMembersInList;
  });
  return end < 0 ? rows : rows.slice(0, end);
};

export const listGroups = async (ctx: Ctx, query: ListQuery): Promise<Attributes> => {
  const { offset, limit } = sliceOf(query);
  const filter = query.filter ? parseFilter(query.filter) : undefined;
  const condition = filter && filterCondition(groupSource, filter);
  const showsMembers = isWanted(query, 'members');
  const load = async (db: Database) => {
    const all = db
      .selectFrom('scimGroups')
      .where('ssoConnectorId', '=', ctx.connector.id)
      .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest));
    const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
    const page = all.selectAll().orderBy('createdAt').orderBy('id').offset(offset).limit(limit);
    const found = limit === 0 || offset >= total ? [] : await page.execute();
    const rows = showsMembers ? await withFewMembers(db, found) : found;
    const ids = rows.map(({ id }) => id);
    return { rows, total, members: showsMembers ? await membersOf(db, ids) : undefined };
  };
  const isQuick = !filter || isIndexed(groupSource, filter);
  const { rows, total, members } = isQuick
    ? await load(ctx.db)
    : await ctx.services.patternSearches.run(ctx.tenantId, load);
  const base = baseOf(ctx);
  const resources = rows.map((row) => project(groupResource(row, members && (members.get(row.id) ?? []), base), query));
  return answered(ctx, listResponse(resources, total, offset));
};
