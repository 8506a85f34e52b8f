// The lockout: whoever guesses too often is kept out for a while, whether the account exists or not. The target is the
// hash of what was typed, so that nothing is kept about names that belong to nobody.
import { createHash } from 'node:crypto';
import type { SentinelTargetType as TargetType } from '@tessera/contract/sentinel-activities';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { random } from '../random.ts';

export type SentinelAction = 'Password' | 'VerificationCode' | 'OneTimeToken' | 'Totp' | 'BackupCode';

const window = 60 * 60_000;
const defaults = { maxAttempts: 100, lockoutDuration: 60 };

// As the database compares numbers: the 0 before a national number says nothing once the country is named.
const trunkZero =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[035789]\d|9[679]\d)0/;
const withoutTrunkZero = (phone: string) => phone.replace(trunkZero, '$1');

/** However it is written, it is the same account, and the same counter. */
export const targetHash = (target: string) =>
  createHash('sha256')
    .update(/^\d+$/.test(target) ? withoutTrunkZero(target) : target.toLowerCase())
    .digest('hex');

type Guarded = { action: SentinelAction; target: string; type?: TargetType };

const policyOf = async ({ services, tenantId }: Context) => {
  const { sentinelPolicy } = await services.signInExperiences.of(tenantId);
  return {
    maxAttempts: sentinelPolicy.maxAttempts ?? defaults.maxAttempts,
    lockoutDuration: sentinelPolicy.lockoutDuration ?? defaults.lockoutDuration,
  };
};

const blocked = (until: number, now: number) =>
  new RequestError('session.verification_blocked_too_many_attempts', {
    data: { lockedUntil: until },
    values: { count: Math.max(1, Math.ceil((until - now) / 60_000)) },
  });

/** Until when the target is locked, if it is. */
const lockOf = async ({ db, services }: Context, type: TargetType, hash: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('sentinelActivities')
    .select('decisionExpiresAt')
    .where('targetType', '=', type)
    .where('targetHash', '=', hash)
    .where('decision', '=', 'Blocked')
    .where('decisionExpiresAt', '>', new Date(services.clock.now()) as never)
    .orderBy('decisionExpiresAt', 'desc')
    .executeTakeFirst();
  return row?.decisionExpiresAt;
};

type Attempt = { type: TargetType; hash: string; action: SentinelAction; result: 'Success' | 'Failed' };

const row = ({ type, hash, action, result }: Attempt, now: number, blockedUntil?: number) => ({
  id: random.id(),
  targetType: type,
  targetHash: hash,
  action,
  actionResult: result,
  decision: blockedUntil === undefined ? ('Allowed' as const) : ('Blocked' as const),
  decisionExpiresAt: new Date(blockedUntil ?? now),
  createdAt: new Date(now),
});

const noteSuccess = ({ db, services }: Context, attempt: Omit<Attempt, 'result'>) =>
  db
    .insertInto('sentinelActivities')
    .values(row({ ...attempt, result: 'Success' }, services.clock.now()))
    .execute();

/** Written and counted at once, so that attempts at the same moment all count. Until when the target is locked by it. */
const noteFailure = async (ctx: Context, attempt: Omit<Attempt, 'result'>): Promise<number | undefined> => {
  const { maxAttempts, lockoutDuration } = await policyOf(ctx);
  const now = ctx.services.clock.now();
  return ctx.db.transaction().execute(async (tx) => {
    // One after the other for one target: the attempt that reaches the limit is exactly one.
    await sql`select pg_advisory_xact_lock(hashtext(${`sentinel/${ctx.tenantId}/${attempt.hash}`}))`.execute(tx);
    const { count } = await tx
      .selectFrom('sentinelActivities')
      .select(sql<number>`count(*)`.as('count'))
      .where('targetType', '=', attempt.type)
      .where('targetHash', '=', attempt.hash)
      .where('actionResult', '=', 'Failed')
      .where('decision', '<>', 'Blocked')
      .where(sql<SqlBool>`created_at > ${new Date(now - window)}`)
      .executeTakeFirstOrThrow();
    const until = Number(count) + 1 >= maxAttempts ? now + lockoutDuration * 60_000 : undefined;
    await tx
      .insertInto('sentinelActivities')
      .values(row({ ...attempt, result: 'Failed' }, now, until))
      .execute();
    return until;
  });
};

/** Runs an attempt under the lockout. What went wrong is told, unless it was once too often. */
export const guarded = async <T>(
  ctx: Context,
  { action, target, type = 'User' }: Guarded,
  attempt: () => Promise<T>,
) => {
  const hash = targetHash(target);
  const { clock } = ctx.services;
  const locked = await lockOf(ctx, type, hash);
  if (locked !== undefined) throw blocked(locked, clock.now());
  try {
    const value = await attempt();
    await noteSuccess(ctx, { type, hash, action });
    return value;
  } catch (error) {
    if (!(error instanceof RequestError) || error.status >= 500) throw error;
    const until = await noteFailure(ctx, { type, hash, action });
    throw until === undefined ? error : blocked(until, clock.now());
  }
};
