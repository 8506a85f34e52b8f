// The lockout: too many failed attempts lock a target for a while, whether or not the account exists. An attempt is
// counted before it is tried, so that concurrent attempts cannot exceed the limit.
import type { SentinelTargetType as TargetType } from '@tessera/contract/sentinel-activities';
import type { Context } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { canonicalPhone } from '../../user-management/users/phone-number.ts';

/** Actions of one family are counted together. One family never locks another. */
const families = {
  password: ['Password'],
  code: ['VerificationCode'],
  oneTimeToken: ['OneTimeToken'],
  passkey: ['SignInPasskey'],
  secondFactor: ['Totp', 'BackupCode', 'WebAuthn', 'MfaVerificationCode'],
} as const;
export type SentinelAction = (typeof families)[keyof typeof families][number];

const familyOf = (action: SentinelAction): readonly SentinelAction[] =>
  Object.values(families).find((actions: readonly SentinelAction[]) => actions.includes(action)) ?? [action];

const defaults = { maxAttempts: 100, lockoutDuration: 60 };

/** All spellings of an identifier share a counter. Only its hash is stored, as it may belong to no account. */
export const identifierHash = (identifier: string) => digestOf(canonicalPhone(identifier).toLowerCase());
export const userHash = (userId: string) => digestOf(`user/${userId}`);

/** The account if known, so that all its identifiers count as one. */
export type Target = { userId: string } | { identifier: string };
type Attempt = { action: SentinelAction; target: Target };

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

const openAttempt = {
  name: 'open-attempt',
  text: 'select open_attempt($1, $2, $3, $4, $5, $6, $7, $8) as locked_until',
};
const settleAttempt = {
  name: 'settle-attempt',
  text: 'select settle_attempt($1, $2, $3, $4, $5, $6, $7, $8) as locked_until',
};

/** For the list of locked users. */
const nameLockedUser = async ({ db }: Context, id: string, userId: string) => {
  await db.updateTable('sentinelActivities').set({ userId }).where('id', '=', id).execute();
};

/** Runs an attempt under the lockout, with one statement before and one after it; a lockout takes a third. */
export const limitAttempts = async <T>(
  ctx: Context,
  { action, target }: Attempt,
  attempt: () => Promise<T>,
): Promise<T> => {
  const { services, tenantId } = ctx;
  const { maxAttempts, lockoutDuration } = await policyOf(ctx);
  const id = random.id();
  const type: TargetType = 'User';
  const hash = 'userId' in target ? userHash(target.userId) : identifierHash(target.identifier);
  const lockout = async (statement: typeof openAttempt, part: string | boolean) => {
    const now = services.clock.now();
    const policy = [familyOf(action), maxAttempts, `${lockoutDuration} minutes`, new Date(now)];
    const [row] = await services.databases.run<{ locked_until: Date | number | null }>(tenantId, statement, [
      ...[id, type, hash, part],
      ...policy,
    ]);
    return row?.locked_until == null ? undefined : blocked(Number(row.locked_until), now);
  };
  const settle = async (succeeded: boolean) => {
    const refusal = await lockout(settleAttempt, succeeded);
    if (!refusal) return;
    if ('userId' in target) await nameLockedUser(ctx, id, target.userId);
    throw refusal;
  };

  const refusal = await lockout(openAttempt, action);
  if (refusal) throw refusal;
  let value: T;
  try {
    value = await attempt();
  } catch (error) {
    if (error instanceof RequestError && error.status < 500) await settle(false);
    // Nothing was compared, so the attempt does not count.
    else await ctx.db.deleteFrom('sentinelActivities').where('id', '=', id).execute();
    throw error;
  }
  await settle(true);
  return value;
};
