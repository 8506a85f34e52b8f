// Creates, changes and deletes the users of a connector. Every effect on the user account goes through `writeUser`.
import { isUniqueViolation } from '../../infrastructure/database/problems.ts';
import { runIn, type Statement } from '../../infrastructure/database/tenant-database.ts';
import { random } from '../../random.ts';
import { defaultRoleIds } from '../users/create.ts';
import { endSessions } from '../users/end-sessions.ts';
import { deleteUser } from '../users/remove.ts';
import { ownerColumns, ownsAddress } from '../users/verified-addresses.ts';
import { insertUser, writeUser } from '../users/write-user.ts';
import { type Ctx, requireVersion } from './answer.ts';
import { reconcileRoles } from './group-roles.ts';
import { logEffect } from './requests.ts';
import { scimError } from './scim-error.ts';
import { changedColumns, emailKeys, nameOf, newColumns, type ScimUser } from './user-columns.ts';
import { isSameUser, type ScimUserRow, storedUser, userVersion } from './user-resource.ts';

const provisioning = { kind: 'provisioning' } as const;
const subjectOf = (user: ScimUser) => nameOf(user) ?? user.userName;
const taken = (value: string) => scimError('already_exists', { value });

/** Another user has the name, the external ID or the email address. */
const refuseTaken = async <T>(user: ScimUser, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const constraint = isUniqueViolation(error);
    if (constraint === 'scim_users_external_id') throw taken(user.externalId ?? '');
    if (constraint === 'scim_users_user_name' || constraint === 'users_primary_email') throw taken(user.userName);
    throw error;
  }
};

/** Prepared, since most new users are not found. */
const findEmail: Statement = { name: 'scim-email', text: 'select id from users where primary_email_key = lower($1)' };

/**
 * The user with this address, if the identity provider may manage them: the address is verified or the account unused,
 * so that no stranger gets what the company gives its employee, and no other connector manages them.
 */
const linkableUser = async ({ change }: Ctx, email: string, user: ScimUser) => {
  const tx = await change.transaction();
  const known = await runIn(tx)(findEmail, [email]);
  if (known.length === 0) return undefined;
  const found = await tx
    .selectFrom('users')
    .leftJoin('scimUsers', 'scimUsers.userId', 'users.id')
    .select(ownerColumns.map((name) => `users.${name}` as const))
    .select('scimUsers.ssoConnectorId')
    .where('primaryEmailKey', '=', email.toLowerCase())
    .executeTakeFirst();
  if (!found) return undefined;
  if (found.ssoConnectorId !== null || !ownsAddress(found, 'email')) throw taken(user.userName);
  return found;
};

const rowOf = (ctx: Ctx, user: ScimUser) => ({
  ssoConnectorId: ctx.connector.id,
  ...{ userName: user.userName, externalId: user.externalId, active: user.active },
  attributes: JSON.stringify(user.attributes),
  emailKeys: JSON.stringify(emailKeys(user)),
});

const insertNew = async (ctx: Ctx, user: ScimUser, columns: ReturnType<typeof newColumns>) => {
  const isSuspended = !user.active && ctx.connector.deactivation !== 'leaveOrganizations';
  const { id } = await insertUser(ctx, 'provisioning', { id: random.shortId(), ...columns, isSuspended } as never);
  const roleIds = await defaultRoleIds(ctx);
  await ctx.change.insertAll(
    'usersRoles',
    roleIds.map((roleId) => ({ userId: id, roleId })),
    ['userId', 'roleId'],
  );
  return { id, isSuspended };
};

/**
 * An existing user gets the name and profile of the identity provider; a deactivated one is suspended. One whom it
 * suspended by deleting them is reinstated.
 */
const link = async (ctx: Ctx, user: ScimUser, found: { id: string }) => {
  const { profile, ...columns } = newColumns(user, ctx.connector.domains);
  const released = { userId: found.id, ssoConnectorId: ctx.connector.id };
  const wasReleased = await ctx.change.remove('scimReleasedUsers', released);
  let isSuspended = false;
  await writeUser(ctx, provisioning, found.id, (before) => {
    const isOurs = wasReleased || !before.isSuspended;
    isSuspended = !user.active && ctx.connector.deactivation !== 'leaveOrganizations' && isOurs;
    return {
      verifiedEmail: columns.verifiedEmail,
      ...(columns.name !== null && { name: columns.name }),
      ...(columns.avatar !== null && { avatar: columns.avatar }),
      profile: { ...(before.profile as object), ...profile } as never,
      ...(isOurs && isSuspended !== before.isSuspended && { isSuspended }),
    };
  });
  if (!user.active) await endSessions(ctx, found.id);
  return { id: found.id, isSuspended };
};

export const createScimUser = (ctx: Ctx, user: ScimUser): Promise<ScimUserRow> =>
  refuseTaken(user, async () => {
    const columns = newColumns(user, ctx.connector.domains);
    const found = columns.primaryEmail ? await linkableUser(ctx, columns.primaryEmail, user) : undefined;
    const { id, isSuspended } = found ? await link(ctx, user, found) : await insertNew(ctx, user, columns);
    const row = await ctx.change.insert(
      'scimUsers',
      {
        ...{ ...rowOf(ctx, user), userId: id, isLinked: found !== undefined, isSuspended },
        deactivatedAt: user.active ? null : ctx.services.clock.now(),
      } as never,
      ['userId'],
    );
    await logEffect(ctx, { action: 'createUser', subject: subjectOf(user) }, 201);
    return row;
  });

/** What a deactivation or reactivation changes in our own row. */
const activityOf = async (ctx: Ctx, before: ScimUserRow, after: ScimUser) => {
  if (before.active === after.active) return {};
  if (after.active) return { isSuspended: false, deactivatedAt: null };
  const tx = await ctx.change.transaction();
  const user = await tx.selectFrom('users').select('isSuspended').where('id', '=', before.userId).executeTakeFirst();
  // An administrator's suspension outlasts a reactivation.
  const isSuspended = ctx.connector.deactivation !== 'leaveOrganizations' && user?.isSuspended === false;
  return { isSuspended, deactivatedAt: ctx.services.clock.now() };
};

const actionOf = (before: ScimUserRow, after: ScimUser) => {
  if (before.active === after.active) return 'updateUser';
  return after.active ? 'activateUser' : 'deactivateUser';
};

/** The account follows: columns whose attributes changed, suspension, sessions and organization roles. */
const followUp = async (ctx: Ctx, before: ScimUserRow, after: ScimUserRow) => {
  const { userId } = after;
  const { columns, profile } = changedColumns(storedUser(before), storedUser(after), ctx.connector.domains);
  const suspends = before.isSuspended !== after.isSuspended;
  if (Object.keys(columns).length > 0 || Object.keys(profile).length > 0 || suspends) {
    await writeUser(ctx, provisioning, userId, (user) => ({
      ...columns,
      ...(Object.keys(profile).length > 0 && { profile: { ...(user.profile as object), ...profile } as never }),
      ...(suspends && { isSuspended: after.isSuspended }),
    }));
  }
  if (before.active === after.active) return;
  if (!after.active) await endSessions(ctx, userId);
  await reconcileRoles(ctx, ctx.connector.id, [userId]);
};

/** The account before our own row, the order of administrators: their suspension is seen, and no deadlock arises. */
const lockUser = async ({ change }: Ctx, userId: string) => {
  const tx = await change.transaction();
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
};

/** Nothing is written if nothing differs. `next` may run twice: on the row as read, and as locked. */
export const changeScimUser = async (
  ctx: Ctx,
  known: ScimUserRow,
  next: (before: ScimUser) => ScimUser,
): Promise<ScimUserRow> => {
  requireVersion(ctx, userVersion(storedUser(known)));
  const wanted = next(storedUser(known));
  if (isSameUser(storedUser(known), wanted)) return known;
  return refuseTaken(wanted, async () => {
    let before = known;
    let after = wanted;
    await lockUser(ctx, known.userId);
    const row = await ctx.change.update(
      'scimUsers',
      { userId: known.userId, ssoConnectorId: ctx.connector.id },
      async (locked) => {
        requireVersion(ctx, userVersion(storedUser(locked)));
        before = locked;
        after = next(storedUser(locked));
        if (isSameUser(storedUser(locked), after)) return {};
        return { ...rowOf(ctx, after), ...(await activityOf(ctx, locked, after)) } as never;
      },
    );
    if (!row) throw scimError('not_found', { id: known.userId });
    await followUp(ctx, before, row);
    await logEffect(ctx, { action: actionOf(before, after), subject: subjectOf(after) });
    return row;
  });
};

/** A linked user existed before, so they are suspended and released. */
export const removeScimUser = async (ctx: Ctx, known: ScimUserRow): Promise<void> => {
  const { userId, isLinked } = known;
  requireVersion(ctx, userVersion(storedUser(known)));
  if (isLinked) {
    let isOurs = known.isSuspended;
    await writeUser(ctx, provisioning, userId, (before) => {
      isOurs ||= !before.isSuspended;
      return { isSuspended: true };
    });
    const released = { userId, ssoConnectorId: ctx.connector.id };
    if (isOurs) await ctx.change.insertMissing('scimReleasedUsers', [released], ['userId']);
    await endSessions(ctx, userId);
    const tx = await ctx.change.transaction();
    const groups = await tx.selectFrom('scimGroupMembers').select('groupId').where('userId', '=', userId).execute();
    await ctx.change.removeAll(
      'scimGroupMembers',
      { userId },
      'groupId',
      groups.map(({ groupId }) => groupId),
    );
    await reconcileRoles(ctx, ctx.connector.id, [userId]);
    await ctx.change.remove('scimUsers', { userId, ssoConnectorId: ctx.connector.id });
  } else await deleteUser(ctx, userId);
  await logEffect(ctx, { action: 'deleteUser', subject: subjectOf(storedUser(known)) }, 204);
};
