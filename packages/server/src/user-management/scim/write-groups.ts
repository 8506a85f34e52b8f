// Creates, changes and deletes the groups of a connector. Members get and lose the organization roles of their groups in
// the same change.
import { sql } from 'kysely';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import { isUniqueViolation } from '../../infrastructure/database/problems.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { random } from '../../random.ts';
import { type Ctx, requireVersion } from './answer.ts';
import { groupVersion, type ScimGroupRow } from './find-groups.ts';
import { reconcileRoles } from './group-roles.ts';
import { changeMembers, changeMembersInValue, type MemberChanges, mostMembers, noChanges } from './member-changes.ts';
import { applyOperation, type Operation } from './patch.ts';
import { type Attributes, readResource } from './read-attributes.ts';
import { logEffect } from './requests.ts';
import { groupKind } from './schemas.ts';
import { scimError } from './scim-error.ts';

export type ScimGroup = { displayName: string; externalId: string | null };
const mostGroups = 10_000;
const mostOfName = 256;

/** Members are read separately, since there may be many. */
const withoutMembers = (given: Attributes): Attributes =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name.toLowerCase() !== 'members'));

export const groupOf = (given: Attributes): ScimGroup => {
  const { displayName, externalId } = readResource(groupKind, withoutMembers(given));
  const requireText = (attribute: string, value: unknown) => {
    if (typeof value !== 'string' || value.trim() === '') {
      throw scimError('invalid_value', { attribute, reason: 'It is required.' });
    }
    if (value.length <= mostOfName) return value;
    throw scimError('invalid_value', { attribute, reason: `It is longer than ${mostOfName} characters.` });
  };
  return {
    displayName: requireText('displayName', displayName).trim(),
    externalId: externalId === undefined ? null : requireText('externalId', externalId),
  };
};

const refuseTaken = async <T>(group: ScimGroup, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const constraint = isUniqueViolation(error);
    if (constraint === 'scim_groups_external_id') throw scimError('already_exists', { value: group.externalId ?? '' });
    if (constraint === 'scim_groups_display_name') throw scimError('already_exists', { value: group.displayName });
    throw error;
  }
};

const currentMembers = async (db: Database, groupId: string, ids?: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('scimGroupMembers')
    .select('userId')
    .where('groupId', '=', groupId)
    .$if(ids !== undefined, (rest) => rest.where(sql<boolean>`user_id = any (${ids}::text[])`))
    .execute();
  return new Set(rows.map(({ userId }) => userId));
};

type Difference = { joining: string[]; leaving: string[] };

/** Who joins and who leaves, compared with the current members. */
const differenceOf = async (db: Database, groupId: string, changes: MemberChanges): Promise<Difference> => {
  const { isWhole, members } = changes;
  if (!isWhole && members.size === 0) return { joining: [], leaving: [] };
  const current = await currentMembers(db, groupId, isWhole ? undefined : [...members.keys()]);
  const joining = [...members].flatMap(([id, change]) => (change === 'joins' && !current.has(id) ? id : []));
  const leaving = [...current].filter((id) => (isWhole ? members.get(id) !== 'joins' : members.get(id) === 'leaves'));
  return { joining, leaving };
};

/** Members are users of the same connector. */
const requireUsersOf = async ({ connector }: Ctx, tx: Database, ids: readonly string[]) => {
  const rows = await tx
    .selectFrom('scimUsers')
    .select('userId')
    .where('ssoConnectorId', '=', connector.id)
    .where(sql<boolean>`user_id = any (${ids}::text[])`)
    .execute();
  const known = new Set(rows.map(({ userId }) => userId));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw scimError('invalid_value', { attribute: 'members', reason: `No user has the ID ${unknown}.` });
  }
};

const writeMembers = async (ctx: Ctx, groupId: string, { joining, leaving }: Difference): Promise<number> => {
  const tx = await ctx.change.transaction();
  if (joining.length > 0) {
    await requireUsersOf(ctx, tx, joining);
    await ctx.change.insertMissing(
      'scimGroupMembers',
      joining.map((userId) => ({ groupId, userId })),
      ['groupId', 'userId'],
    );
    if ((await currentMembers(tx, groupId)).size > mostMembers)
      throw scimError('limit_reached', { limit: mostMembers });
  }
  if (leaving.length > 0) await ctx.change.removeAll('scimGroupMembers', { groupId }, 'userId', leaving);
  await reconcileRoles(ctx, ctx.connector.id, [...joining, ...leaving]);
  return joining.length + leaving.length;
};

export const createScimGroup = (ctx: Ctx, group: ScimGroup, memberIds: readonly string[]): Promise<ScimGroupRow> =>
  refuseTaken(group, async () => {
    const tx = await ctx.change.transaction();
    await lockUntilCommit(tx, 'scim-groups', ctx.tenantId, ctx.connector.id);
    const all = tx.selectFrom('scimGroups').where('ssoConnectorId', '=', ctx.connector.id);
    const { count } = await all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    if (count >= mostGroups) throw scimError('limit_reached', { limit: mostGroups });
    const row = await ctx.change.insert('scimGroups', { id: random.id(), ssoConnectorId: ctx.connector.id, ...group });
    const memberCount = await writeMembers(ctx, row.id, { joining: [...new Set(memberIds)], leaving: [] });
    await logEffect(ctx, { action: 'createGroup', subject: group.displayName, memberCount }, 201);
    return row;
  });

const isSame = (row: ScimGroupRow, { displayName, externalId }: ScimGroup) =>
  row.displayName === displayName && row.externalId === externalId;

type Next = (before: ScimGroup) => { group: ScimGroup; changes: MemberChanges };

/** Nothing is written if nothing differs. */
const changeGroup = async (ctx: Ctx, known: ScimGroupRow, next: Next): Promise<ScimGroupRow> => {
  requireVersion(ctx, groupVersion(known));
  const { group, changes } = next(known);
  const difference = await differenceOf(ctx.db, known.id, changes);
  if (isSame(known, group) && difference.joining.length + difference.leaving.length === 0) return known;
  return refuseTaken(group, async () => {
    let memberCount = 0;
    const key = { id: known.id, ssoConnectorId: ctx.connector.id };
    const row = await ctx.change.update('scimGroups', key, async (locked) => {
      requireVersion(ctx, groupVersion(locked));
      const { group: wanted } = next(locked);
      const tx = await ctx.change.transaction();
      memberCount = await writeMembers(ctx, known.id, await differenceOf(tx, known.id, changes));
      if (isSame(locked, wanted) && memberCount === 0) return {};
      return { ...wanted, version: Number(locked.version) + 1 };
    });
    if (!row) throw scimError('not_found', { id: known.id });
    const action = memberCount > 0 ? 'changeMembers' : 'updateGroup';
    await logEffect(ctx, { action, subject: group.displayName, ...(memberCount > 0 && { memberCount }) });
    return row;
  });
};

export const replaceScimGroup = (ctx: Ctx, known: ScimGroupRow, group: ScimGroup, memberIds: readonly string[]) =>
  changeGroup(ctx, known, () => ({
    group,
    changes: { isWhole: true, members: new Map(memberIds.map((id) => [id, 'joins'])) },
  }));

export const patchScimGroup = (ctx: Ctx, known: ScimGroupRow, operations: readonly Operation[]) =>
  changeGroup(ctx, known, ({ displayName, externalId }) => {
    const changes = noChanges();
    let attributes: Attributes = { displayName, ...(externalId !== null && { externalId }) };
    for (const operation of operations) {
      if (changeMembers(changes, operation)) continue;
      const { path, value } = operation;
      if (path === undefined) changeMembersInValue(changes, operation);
      const rest =
        path === undefined && typeof value === 'object' && value ? withoutMembers(value as Attributes) : value;
      attributes = applyOperation(groupKind, attributes, { ...operation, value: rest });
    }
    return { group: groupOf(attributes), changes };
  });

export const removeScimGroup = async (ctx: Ctx, known: ScimGroupRow): Promise<void> => {
  requireVersion(ctx, groupVersion(known));
  const tx = await ctx.change.transaction();
  const members = [...(await currentMembers(tx, known.id))];
  if (!(await ctx.change.remove('scimGroups', { id: known.id, ssoConnectorId: ctx.connector.id }))) {
    throw scimError('not_found', { id: known.id });
  }
  await reconcileRoles(ctx, ctx.connector.id, members);
  await logEffect(ctx, { action: 'deleteGroup', subject: known.displayName, memberCount: members.length }, 204);
};
