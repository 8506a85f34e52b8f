// A user's sessions, and revoking them.
import { type UserSession, userSessions } from '@tessera/contract/user-sessions';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { sessionLifetime } from '../../authorization/oidc/lifetimes.ts';
import type { Context } from '../../context.ts';
import type { OidcModelInstancesTable } from '../../infrastructure/database/tables.gen.ts';
import { serve } from '../../serve.ts';
import { endSessions, type SessionPayload } from './end-sessions.ts';
import { requireUser, userNotFound } from './find-user.ts';
import { applicationsOf } from './session-applications.ts';

const live = ({ db }: Context, userId: string) =>
  db
    .selectFrom('oidcModelInstances')
    .leftJoin('oidcSessionExtensions', 'oidcSessionExtensions.sessionUid', 'oidcModelInstances.uid')
    .select(['oidcModelInstances.payload', 'oidcModelInstances.expiresAt'])
    .select(['oidcSessionExtensions.ip', 'oidcSessionExtensions.userAgent'])
    .where('oidcModelInstances.modelName', '=', 'Session')
    .where('oidcModelInstances.accountId', '=', userId)
    .where('oidcModelInstances.consumedAt', 'is', null)
    .where('oidcModelInstances.expiresAt', '>', sql<number>`now()`);

type Row = Pick<Selectable<OidcModelInstancesTable>, 'payload' | 'expiresAt'> & {
  ip: string | null;
  userAgent: string | null;
};

const shown = async (ctx: Context, userId: string, rows: Row[]): Promise<UserSession[]> => {
  const sessions = rows.map(({ payload, ...row }) => ({ ...row, payload: payload as unknown as SessionPayload }));
  const applications = await applicationsOf(
    ctx,
    sessions.map(({ payload }) => payload),
  );
  return sessions.map(({ payload, expiresAt, ip, userAgent }) => ({
    id: payload.uid,
    userId,
    signedInAt: payload.loginTs * 1000,
    // Each use extends it by its full lifetime.
    lastActiveAt: expiresAt - sessionLifetime * 1000,
    expiresAt,
    ip,
    userAgent,
    applications: applications.get(payload.uid) ?? [],
  }));
};

/** A page of them, most recently used first. */
export const listSessions = async (ctx: Context, userId: string): Promise<UserSession[]> => {
  const newest = live(ctx, userId).orderBy('oidcModelInstances.expiresAt', 'desc').orderBy('oidcModelInstances.uid');
  return shown(ctx, userId, await ctx.page(newest));
};

export default serve(userSessions, {
  list: async (ctx, { params: { userId } }) => {
    await requireUser(ctx, userId);
    return listSessions(ctx, userId);
  },

  get: async (ctx, { params: { userId, sessionId } }) => {
    await requireUser(ctx, userId);
    const rows = await live(ctx, userId).where('oidcModelInstances.uid', '=', sessionId).execute();
    const [session] = await shown(ctx, userId, rows);
    if (!session) throw userNotFound();
    return session;
  },

  removeAll: async (ctx, { params: { userId } }) => {
    await requireUser(ctx, userId);
    await endSessions(ctx, userId);
  },

  remove: async (ctx, { params: { userId, sessionId } }) => {
    await requireUser(ctx, userId);
    if (!(await endSessions(ctx, userId, sessionId))) throw userNotFound();
  },
});
