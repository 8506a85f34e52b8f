// What a console user has verified in this session: the password, or an email address. Each is valid for ten minutes.
import { sql } from 'kysely';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';

type Ctx = ContextFor<'me'>;
/** `null` is the password. */
type Verified = string | null;

const windowMs = 10 * 60_000;

/** A token without a session, as issued by token exchange, counts as its own session. */
const sessionOf = ({ sessionUid, tokenId }: Ctx): string => sessionUid ?? tokenId;

export const addVerification = async (ctx: Ctx, verifiedIdentifier: Verified) => {
  const tx = await ctx.change.transaction();
  await tx
    .insertInto('verificationStatuses')
    .values({ id: random.id(), userId: ctx.userId, sessionUid: sessionOf(ctx), verifiedIdentifier })
    .onConflict((conflict) =>
      conflict.constraint('verification_statuses_session').doUpdateSet({ createdAt: sql`now()` }),
    )
    .execute();
};

export const requireVerification = async (ctx: Ctx, verifiedIdentifier: Verified) => {
  const { db, userId, services } = ctx;
  const newest = await db
    .selectFrom('verificationStatuses')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('sessionUid', '=', sessionOf(ctx))
    .where('verifiedIdentifier', 'is not distinct from', verifiedIdentifier)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  if (!newest) throw new RequestError('session.verification_session_not_found', { status: 400 });
  if (newest.createdAt + windowMs < services.clock.now()) {
    throw new RequestError('session.verification_failed', { status: 422 });
  }
};

/** Once the password or an address has changed, nothing verified before counts. */
export const dropVerifications = async (ctx: Ctx) => {
  const tx = await ctx.change.transaction();
  await tx.deleteFrom('verificationStatuses').where('userId', '=', ctx.userId).execute();
};
