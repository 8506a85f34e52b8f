// Reads the users of a connector. Those of other connectors do not exist here.
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { answered, baseOf, type Ctx, isWanted, type ListQuery, listResponse, project, sliceOf } from './answer.ts';
import { parseFilter } from './filter.ts';
import { filterCondition, isIndexed, type Source } from './filter-sql.ts';
import type { Attributes } from './read-attributes.ts';
import { enterpriseUrn, userKind, userUrn } from './schemas.ts';
import { scimError } from './scim-error.ts';
import { type GroupOfUser, type ScimUserRow, userResource } from './user-resource.ts';

/** Shown with a user. */
const mostGroups = 100;

export const userSource: Source = {
  kind: userKind,
  columns: {
    id: { column: sql`scim_users.user_id`, isIndexed: true },
    userName: { column: sql`scim_users.user_name`, key: sql`scim_users.user_name_key`, isIndexed: true },
    externalId: { column: sql`scim_users.external_id`, isIndexed: true },
    active: { column: sql`scim_users.active` },
    'meta.resourceType': { column: sql`'User'::text` },
    'meta.created': { column: sql`scim_users.created_at` },
    'meta.lastModified': { column: sql`scim_users.updated_at` },
  },
  json: sql`scim_users.attributes`,
  related: {
    groups: {
      from: sql`from scim_group_members as member join scim_groups as one on one.id = member.group_id
        where member.user_id = scim_users.user_id`,
      columns: { value: sql`one.id`, display: sql`one.display_name`, type: sql`'direct'::text` },
    },
    schemas: {
      from: sql`from unnest(array[${sql.lit(userUrn)}, ${sql.lit(enterpriseUrn)}]) as one (urn)
        where (one.urn = ${sql.lit(userUrn)} or scim_users.attributes -> one.urn is not null)`,
      columns: { value: sql`one.urn` },
    },
  },
  lookup: (name, value) =>
    name === 'emails'
      ? sql`scim_users.user_id in (select user_id from scim_user_emails where email_key = lower(${value}::text))`
      : undefined,
};

const groupsOf = async (db: Database, userIds: readonly string[]): Promise<Map<string, GroupOfUser[]>> => {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<GroupOfUser & { userId: string }>`
    select id, display_name, user_id from (
      select one.id, one.display_name, member.user_id,
        row_number() over (partition by member.user_id order by one.display_name_key) as number
      from scim_group_members as member join scim_groups as one on one.id = member.group_id
      where member.user_id = any (${userIds}::text[])
    ) as numbered where number <= ${sql.lit(mostGroups)} order by number`.execute(db);
  return Map.groupBy(rows, ({ userId }) => userId);
};

export const findUserRow = async ({ db, connector }: Ctx, userId: string): Promise<ScimUserRow> => {
  const row = await db
    .selectFrom('scimUsers')
    .selectAll()
    .where('userId', '=', userId)
    .where('ssoConnectorId', '=', connector.id)
    .executeTakeFirst();
  if (!row) throw scimError('not_found', { id: userId });
  return row;
};

export const resourceOf = async (ctx: Ctx, row: ScimUserRow, db: Database = ctx.db): Promise<Attributes> =>
  userResource(row, (await groupsOf(db, [row.userId])).get(row.userId) ?? [], baseOf(ctx));

export const listUsers = async (ctx: Ctx, query: ListQuery): Promise<Attributes> => {
  const { offset, limit } = sliceOf(query);
  const filter = query.filter ? parseFilter(query.filter) : undefined;
  const condition = filter && filterCondition(userSource, filter);
  const load = async (db: Database) => {
    const all = db
      .selectFrom('scimUsers')
      .where('ssoConnectorId', '=', ctx.connector.id)
      .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest));
    const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
    const isEmpty = limit === 0 || offset >= total;
    const rows = isEmpty
      ? []
      : await all.selectAll().orderBy('createdAt').orderBy('userId').offset(offset).limit(limit).execute();
    const ids = isWanted(query, 'groups') ? rows.map(({ userId }) => userId) : [];
    return { rows, total, groups: await groupsOf(db, ids) };
  };
  const isQuick = !filter || isIndexed(userSource, filter);
  const { rows, total, groups } = isQuick
    ? await load(ctx.db)
    : await ctx.services.patternSearches.run(ctx.tenantId, load);
  const base = baseOf(ctx);
  const resources = rows.map((row) => project(userResource(row, groups.get(row.userId) ?? [], base), query));
  return answered(ctx, listResponse(resources, total, offset));
};
