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

/** Written at once, and counted in the same statement, so that attempts at the same moment all count. */
const note = async (ctx: Context, { type, hash, action, result }: Attempt): Promise<number | undefined> => {
  const { maxAttempts, lockoutDuration } = await policyOf(ctx);
  const now = ctx.services.clock.now();
  const until = now + lockoutDuration * 60_000;
  return ctx.db.transaction().execute(async (tx) => {
    // One after the other for one target: the attempt that reaches the limit is exactly one.
    await sql`select pg_advisory_xact_lock(hashtext(${`sentinel/${ctx.tenantId}/${hash}`}))`.execute(tx);
    const { count } = await tx
      .selectFrom('sentinelActivities')
      .select(sql<number>`count(*)`.as('count'))
      .where('targetType', '=', type)
      .where('targetHash', '=', hash)
      .where('actionResult', '=', 'Failed')
      .where('decision', '<>', 'Blocked')
      .where(sql<SqlBool>`created_at > ${new Date(now - window)}`)
      .executeTakeFirstOrThrow();
    const isBlocked = result === 'Failed' && Number(count) + 1 >= maxAttempts;
    await tx
      .insertInto('sentinelActivities')
      .values({
        id: random.id(),
        targetType: type,
        targetHash: hash,
        action,
        actionResult: result,
        decision: isBlocked ? 'Blocked' : 'Allowed',
        decisionExpiresAt: new Date(isBlocked ? until : now),
        createdAt: new Date(now),
      })
      .execute();
    return isBlocked ? until : undefined;
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
    await note(ctx, { type, hash, action, result: 'Success' });
    return value;
  } catch (error) {
    if (!(error instanceof RequestError) || error.status >= 500) throw error;
    const until = await note(ctx, { type, hash, action, result: 'Failed' });
    throw until === undefined ? error : blocked(until, clock.now());
  }
};
