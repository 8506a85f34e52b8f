// Users who are locked out at the moment.
import type { LockedUser } from '@tessera/contract/sentinel-activities';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { countLimit } from '../../infrastructure/http/paging.ts';

const userNames = ['name', 'username', 'primaryEmail', 'primaryPhone', 'avatar', 'isSuspended'] as const;

/** Those who are locked the longest first. */
export const lockedUsers = async ({ db, page }: Context, userId: string | undefined): Promise<LockedUser[]> => {
  const locked = db
    .selectFrom('sentinelActivities')
    .where('decision', '=', 'Blocked')
    .where('decisionExpiresAt', '>', sql<number>`now()`)
    .where('userId', 'is not', null)
    .$if(userId !== undefined, (rows) => rows.where('userId', '=', userId ?? ''))
    .groupBy('userId');
  const shown = await page.slice(async ({ offset, limit }) => {
    const rows = await locked
      .select(['userId', sql<number>`max(decision_expires_at)`.as('lockedUntil')])
      .orderBy('lockedUntil', 'desc')
      .orderBy('userId')
      .offset(offset)
      .limit(limit)
      .execute();
    const counted = locked.select('userId').limit(countLimit + 1);
    const { rows: totals } = await sql<{ count: number }>`select count(*) from ${counted} as counted`.execute(db);
    return { rows, total: Number(totals[0]?.count ?? 0) };
  });
  const ids = shown.flatMap((row) => row.userId ?? []);
  if (ids.length === 0) return [];
  const users = await db
    .selectFrom('users')
    .select(['id', ...userNames])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(users.map(({ id, ...user }) => [id, user]));
  return shown.flatMap(({ userId: id, lockedUntil }) => {
    const user = byId.get(id ?? '');
    return id && user ? [{ userId: id, user, lockedUntil: Number(lockedUntil) }] : [];
  });
};
