// What a console user has verified in this session: an email address, or the password by its proof. Each is valid for ten
// minutes.
import { sql } from 'kysely';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';

type Ctx = ContextFor<'me'>;
const windowMs = 10 * 60_000;

/** A token without a session, as issued by token exchange, counts as its own session. */
const sessionOf = ({ sessionUid, tokenId }: Ctx): string => sessionUid ?? tokenId;

export const addVerification = async (ctx: Ctx, verifiedIdentifier: string) => {
  const tx = await ctx.change.transaction();
  await tx
    .insertInto('verificationStatuses')
    .values({ id: random.id(), userId: ctx.userId, sessionUid: sessionOf(ctx), verifiedIdentifier })
    .onConflict((conflict) =>
      conflict.constraint('verification_statuses_session').doUpdateSet({ createdAt: sql`now()` }),
    )
    .execute();
};

export const notVerified = () => new RequestError('session.verification_session_not_found', { status: 400 });

export const requireVerification = async (ctx: Ctx, verifiedIdentifier: string) => {
  const { db, userId, services } = ctx;
  const newest = await db
    .selectFrom('verificationStatuses')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('sessionUid', '=', sessionOf(ctx))
    .where('verifiedIdentifier', '=', verifiedIdentifier)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  if (!newest) throw notVerified();
  if (newest.createdAt + windowMs < services.clock.now()) {
    throw new RequestError('session.verification_failed', { status: 422 });
  }
};

/** Once the password or an address has changed, nothing verified before counts. */
export const dropVerifications = async (ctx: Ctx) => {
  const tx = await ctx.change.transaction();
  await tx.deleteFrom('verificationStatuses').where('userId', '=', ctx.userId).execute();
};
