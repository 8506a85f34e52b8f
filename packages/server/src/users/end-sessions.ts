// Signing a user out: the session goes, and with it everything that applications got from it. Applications that asked
// to be told are told.
import { sql } from 'kysely';
import type { Transaction } from '../database/tenant-database.ts';
import type { Context } from '../http/context.ts';

/** A session as the provider keeps it. */
export type SessionPayload = {
  uid: string;
  accountId: string;
  loginTs: number;
  authorizations?: Record<string, { sid?: string; grantId?: string }>;
};

/** The part of the library's clients that its types leave out. */
type Noticed = { backchannelLogoutUri?: string; backchannelLogout(userId: string, sessionId: string): Promise<void> };

const issued = ['AuthorizationCode', 'AccessToken', 'RefreshToken', 'Grant'];

/** Sends the logout notices of sessions that end with this change, once it is certain. */
export const noticeEnds = (ctx: Context, sessions: SessionPayload[]) => {
  const { services, tenantId } = ctx;
  const notices = sessions.flatMap(({ accountId, authorizations = {} }) =>
    Object.entries(authorizations).flatMap(([clientId, { sid }]) => (sid ? [{ accountId, clientId, sid }] : [])),
  );
  if (notices.length === 0) return;
  ctx.change.onCommit(async () => {
    const provider = await services.providers.of(tenantId);
    await Promise.all(
      notices.map(async ({ accountId, clientId, sid }) => {
        const client = (await provider.Client.find(clientId)) as Noticed | undefined;
        if (client?.backchannelLogoutUri) await client.backchannelLogout(accountId, sid);
      }),
    );
  });
};

const liveSessions = async (ctx: Context, userId: string, sessionId?: string): Promise<SessionPayload[]> => {
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

/** Those that will end because the user does: the database itself ends them, whatever path that takes. */
export const noticeEndsOfUser = async (ctx: Context, userId: string): Promise<void> =>
  noticeEnds(ctx, await liveSessions(ctx, userId));

/** Only a mark is left of the session itself, see oidc/model-store.ts. */
const end = (tx: Transaction, userId: string, uids: string[]) =>
  tx
    .updateTable('oidcModelInstances')
    .set({ consumedAt: sql`now()`, payload: '{}' })
    .where('modelName', '=', 'Session')
    .where('accountId', '=', userId)
    .where('uid', 'in', [...uids, ''])
    .execute();

const grantsOf = ({ authorizations = {} }: SessionPayload) =>
  Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);

/** Ends one session, or all of them and everything that was issued without one. `false`: there is no such session. */
export const endSessions = async (ctx: Context, userId: string, sessionId?: string): Promise<boolean> => {
  const sessions = await liveSessions(ctx, userId, sessionId);
  if (sessionId !== undefined && sessions.length === 0) return false;
  const tx = await ctx.change.transaction();
  const uids = sessions.map(({ uid }) => uid);
  await end(tx, userId, uids);
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
  await ctx.change.removeAll('oidcSessionExtensions', { accountId: userId }, 'sessionUid', uids);
  noticeEnds(ctx, sessions);
  return true;
};
