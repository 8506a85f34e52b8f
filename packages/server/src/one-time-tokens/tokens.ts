// One-time tokens: for one email address, used once, before they expire.
import type { OneTimeToken, OneTimeTokenStatus } from '@tessera/contract/one-time-tokens';
import type { Selectable } from 'kysely';
import { consume } from '../database/consume.ts';
import type { OneTimeTokensTable } from '../database/tables.gen.ts';
import type { Database } from '../database/tenant-database.ts';
import { RequestError } from '../http/request-error.ts';

type Row = Selectable<OneTimeTokensTable>;

/** What has expired is so for everybody who reads it, whether somebody has written that down or not. */
export const statusOf = ({ status, expiresAt }: Pick<Row, 'status' | 'expiresAt'>, now: number): OneTimeTokenStatus =>
  status === 'active' && expiresAt <= now ? 'expired' : status;

export const asOneTimeToken = (row: Row, now: number): OneTimeToken =>
  ({ ...row, status: statusOf(row, now) }) as unknown as OneTimeToken;

const refusals = {
  consumed: 'one_time_token.token_consumed',
  revoked: 'one_time_token.token_revoked',
  expired: 'one_time_token.token_expired',
} as const;

/** The token, if it can be used for this address right now. */
export const usableToken = async (db: Database, email: string, token: string, now: number): Promise<Row> => {
  const row = await db.selectFrom('oneTimeTokens').selectAll().where('token', '=', token).executeTakeFirst();
  if (!row) throw new RequestError('one_time_token.token_not_found');
  if (row.emailKey !== email.toLowerCase()) throw new RequestError('one_time_token.email_mismatch');
  const status = statusOf(row, now);
  if (status !== 'active') throw new RequestError(refusals[status]);
  return row;
};

/** Uses the token up, or says why it cannot be. Of many who try at once one succeeds. */
export const useToken = async (db: Database, email: string, token: string, now: number): Promise<Row> => {
  const row = await usableToken(db, email, token, now);
  if (await consume.oneTimeToken(db, row.id)) return { ...row, status: 'consumed' };
  // Somebody was quicker, or its time ran out meanwhile; the row knows which.
  await usableToken(db, email, token, now);
  throw new RequestError('one_time_token.token_expired');
};
