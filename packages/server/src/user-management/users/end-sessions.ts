// Signs a user out: ends the session and everything issued from it, and notifies applications by back-channel logout.
import { sql } from 'kysely';
import { forgetDevices } from '../../authentication/remembered-devices/devices.ts';
import { enqueueLogouts } from '../../authorization/oidc/backchannel-logout.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';

/** A session as stored by the provider. */
export type SessionPayload = {
  uid: string;
  accountId: string;
  loginTs: number;
  authorizations?: Record<string, { sid?: string; grantId?: string }>;
};

/** What is deleted with a sign-out or a revocation. */
export const issued = ['AuthorizationCode', 'DeviceCode', 'AccessToken', 'RefreshToken', 'Grant'];

type Ctx = Pick<Context, 'change' | 'services' | 'tenantId'>;
/** The session and grant to keep. */
export type KeptSession = {
  sessionUid?: string | undefined;
  grantId?: string | undefined;
  /** The sign-in in which the password was changed. */
  interactionId?: string | undefined;
};

/**
 * First in every transaction that ends or stores what a user's sessions hold: each locks several of those rows, and two
 * of them in different orders would make the database refuse one.
 */
export const lockUser = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();

/** Notifies the applications of sessions that end with this change. */
const notifyLogout = async ({ change, tenantId }: Ctx, sessions: SessionPayload[]) => {
  const notices = sessions.flatMap(({ accountId, authorizations = {} }) =>
    Object.entries(authorizations).flatMap(([clientId, { sid }]) =>
      sid ? [{ userId: accountId, clientId, sid }] : [],
    ),
  );
  if (notices.length > 0) await enqueueLogouts(await change.transaction(), tenantId, notices);
};

const liveSessions = async (ctx: Ctx, userId: string, sessionId?: string): Promise<SessionPayload[]> => {
  const tx = await ctx.change.transaction();
  const rows = await tx
    .selectFrom('oidcModelInstances')
    .select('payload')
    .where('modelName', '=', 'Session')
    .where('accountId', '=', userId)
    .$if(sessionId !== undefined, (rest) => rest.where('uid', '=', sessionId ?? ''))
    .where('consumedAt', 'is', null)
    .where('expiresAt', '>', sql<number>`now()`)
    .forUpdate()
    .execute();
  return rows.map(({ payload }) => payload as unknown as SessionPayload);
};

/** Sessions removed by the database trigger when the user is deleted or suspended. */
export const noticeEndsOfUser = async (ctx: Ctx, userId: string): Promise<void> => {
  await lockUser(await ctx.change.transaction(), userId);
  await notifyLogout(ctx, await liveSessions(ctx, userId));
};

/** Leaves only a marker of the session, see oidc/model-store.ts. */
const end = (tx: Transaction, userId: string, uids: string[]) =>
  tx
    .updateTable('oidcModelInstances')
    .set({ consumedAt: sql`now()`, payload: '{}' })
    .where('modelName', '=', 'Session')
    .where('accountId', '=', userId)
    .where('uid', 'in', [...uids, ''])
    .execute();

/**
 * Interactions in which the user was identified: they could continue with what has ended. Like a session, each leaves a
 * marker. Before the sessions, since a sign-in that is being resumed may become one until it is locked.
 */
export const endSignIns = (tx: Transaction, userId: string, keptId = '') =>
  tx
    .updateTable('oidcModelInstances')
    .set({ consumedAt: sql`now()`, payload: '{}' })
    .where('modelName', '=', 'Interaction')
    .where('id', '<>', keptId)
    .where((where) =>
      where.or([
        where(sql<string>`payload #>> '{result,userId}'`, '=', userId),
        sql<boolean>`payload #> '{result,provedUserIds}' ? ${userId}`,
      ]),
    )
    .execute();

/** What a console user has verified in a session that ends; its access token may live on. */
const dropVerifications = (tx: Transaction, userId: string, { only, kept = '' }: { only?: string; kept?: string }) =>
  tx
    .deleteFrom('verificationStatuses')
    .where('userId', '=', userId)
    .where('sessionUid', '<>', kept)
    .$if(only !== undefined, (rest) => rest.where('sessionUid', '=', only ?? ''))
    .execute();

const forgetExtensions = ({ change }: Ctx, userId: string, uids: string[]) =>
  change.removeAll('oidcSessionExtensions', { accountId: userId }, 'sessionUid', uids);

const grantsOf = ({ authorizations = {} }: SessionPayload) =>
  Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);

/** Ends one session, or all sessions and everything issued without one. `false`: there is no such session. */
export const endSessions = async (ctx: Ctx, userId: string, sessionId?: string): Promise<boolean> => {
  const tx = await ctx.change.transaction();
  await lockUser(tx, userId);
  if (sessionId === undefined) await endSignIns(tx, userId);
  const sessions = await liveSessions(ctx, userId, sessionId);
  if (sessionId !== undefined && sessions.length === 0) return false;
  const uids = sessions.map(({ uid }) => uid);
  await end(tx, userId, uids);
  if (sessionId === undefined) await forgetDevices(ctx, userId);
  await dropVerifications(tx, userId, sessionId === undefined ? {} : { only: sessionId });
  const grantIds = [...sessions.flatMap(grantsOf), ''];
  await tx
    .deleteFrom('oidcModelInstances')
    .where('accountId', '=', userId)
    .where('modelName', 'in', issued)
    .$if(sessionId !== undefined, (rest) =>
      rest.where((where) =>
        where.or([
          where('sessionUid', '=', sessionId ?? ''),
          where('grantId', 'in', grantIds),
          where.and([where('modelName', '=', 'Grant'), where('id', 'in', grantIds)]),
        ]),
      ),
    )
    .execute();
  await forgetExtensions(ctx, userId, uids);
  await notifyLogout(ctx, sessions);
  return true;
};

/** Ends everything except one session, what was issued from it, and one grant. */
export const endOtherSessions = async (ctx: Ctx, userId: string, kept: KeptSession): Promise<void> => {
  const tx = await ctx.change.transaction();
  await lockUser(tx, userId);
  await endSignIns(tx, userId, kept.interactionId);
  const sessions = await liveSessions(ctx, userId);
  const others = sessions.filter(({ uid }) => uid !== kept.sessionUid);
  const uids = others.map(({ uid }) => uid);
  await end(tx, userId, uids);
  await dropVerifications(tx, userId, kept.sessionUid === undefined ? {} : { kept: kept.sessionUid });
  const grantIds = [...sessions.filter(({ uid }) => uid === kept.sessionUid).flatMap(grantsOf), kept.grantId ?? ''];
  await tx
    .deleteFrom('oidcModelInstances')
    .where('accountId', '=', userId)
    .where('modelName', 'in', issued)
    .where('sessionUid', 'is distinct from', kept.sessionUid ?? '')
    .where((where) => where.or([where('grantId', 'is', null), where('grantId', 'not in', grantIds)]))
    .where((where) => where.or([where('modelName', '<>', 'Grant'), where('id', 'not in', grantIds)]))
    .execute();
  await forgetExtensions(ctx, userId, uids);
  await notifyLogout(ctx, others);
};
