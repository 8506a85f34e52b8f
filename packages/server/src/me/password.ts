// A console user's own password: proved first, then changed within ten minutes.
import { sql } from 'kysely';
import { checkPasswordPolicy, hashNewPassword } from '../experience/new-password.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { passwordFits } from '../passwords/fits.ts';
import { renewPasswordHash } from '../passwords/renew.ts';
import { random } from '../random.ts';
import type { OwnRow } from './me.ts';

const windowMs = 10 * 60_000;

export const verifyOwnPassword = async (ctx: ContextFor<'me'>, row: OwnRow, password: string) => {
  if (!(await passwordFits(row, password))) throw new RequestError('session.invalid_credentials');
  await renewPasswordHash(ctx, row, password);
  const tx = await ctx.change.transaction();
  await tx
    .insertInto('verificationStatuses')
    .values({ id: random.id(), userId: ctx.userId, verifiedIdentifier: null })
    .onConflict((conflict) =>
      conflict.constraint('verification_statuses_identifier').doUpdateSet({ createdAt: sql`now()` }),
    )
    .execute();
};

const requireVerification = async ({ db, userId, services }: ContextFor<'me'>) => {
  const newest = await db
    .selectFrom('verificationStatuses')
    .select('createdAt')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  if (!newest) throw new RequestError('session.verification_session_not_found', { status: 400 });
  if (newest.createdAt + windowMs < services.clock.now()) {
    throw new RequestError('session.verification_failed', { status: 422 });
  }
};

export const changeOwnPassword = async (ctx: ContextFor<'me'>, row: OwnRow, password: string) => {
  if (row.passwordEncrypted !== null) await requireVerification(ctx);
  await checkPasswordPolicy(ctx, password, {
    name: row.name,
    username: row.username,
    email: row.primaryEmail,
    phone: row.primaryPhone,
  }).catch((error: unknown) => {
    if (!(error instanceof RequestError) || error.code !== 'password.rejected') throw error;
    throw new RequestError('password.rejected', { status: 400, data: { issues: error.extras.data } });
  });
  await ctx.change.update('users', { id: ctx.userId }, await hashNewPassword(password));
  // The proof was for this change; the next one needs its own.
  const tx = await ctx.change.transaction();
  await tx.deleteFrom('verificationStatuses').where('userId', '=', ctx.userId).execute();
};
