// One-time tokens: for one email address, single use, with an expiry.
import type { OneTimeToken, OneTimeTokenStatus } from '@tessera/contract/one-time-tokens';
import type { Selectable } from 'kysely';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { OneTimeTokensTable } from '../../infrastructure/database/tables.gen.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type Row = Selectable<OneTimeTokensTable>;

const concealed = '*'.repeat(32);

/** An expired token is reported as such, even if its stored status is still active. */
export const statusOf = ({ status, expiresAt }: Pick<Row, 'status' | 'expiresAt'>, now: number): OneTimeTokenStatus =>
  status === 'active' && expiresAt <= now ? 'expired' : status;

/** Only a digest of the token is stored; only its creator or presenter has the token. */
export const asOneTimeToken = (row: Row, now: number, token = concealed): OneTimeToken =>
  ({ ...row, token, status: statusOf(row, now) }) as unknown as OneTimeToken;

const refusals = {
  consumed: 'one_time_token.token_consumed',
  revoked: 'one_time_token.token_revoked',
  expired: 'one_time_token.token_expired',
} as const;

/** A token with a user sets a new password and can't sign in, and the other way round. */
type Purpose = 'signIn' | 'password';

/** The token if it is usable for this address now. */
export const usableToken = async (
  db: Database,
  email: string,
  token: string,
  now: number,
  purpose: Purpose = 'signIn',
): Promise<Row> => {
  const row = await db.selectFrom('oneTimeTokens').selectAll().where('token', '=', digestOf(token)).executeTakeFirst();
  if (!row || (purpose === 'password') !== (row.userId !== null))
    throw new RequestError('one_time_token.token_not_found');
  if (row.emailKey !== email.toLowerCase()) throw new RequestError('one_time_token.email_mismatch');
  const status = statusOf(row, now);
  if (status !== 'active') throw new RequestError(refusals[status]);
  return row;
};

/** Consumes the token or throws the reason. Only one of many concurrent attempts succeeds. */
export const useToken = async (
  db: Database,
  email: string,
  token: string,
  now: number,
  purpose: Purpose = 'signIn',
): Promise<Row> => {
  const row = await usableToken(db, email, token, now, purpose);
  if (await consume.oneTimeToken(db, row.id)) return { ...row, status: 'consumed' };
  // Another request was faster, or it expired; the row tells which.
  await usableToken(db, email, token, now, purpose);
  throw new RequestError('one_time_token.token_expired');
};
