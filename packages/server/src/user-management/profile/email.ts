// A console user's own email address, verified by a code before it is set. It can then recover a lost password.
import { refuseBlockedEmail } from '../../authentication/experience/email-blocklist.ts';
import { passwordProof } from '../../authentication/passwords/proof.ts';
import { refuseSsoOnlyEmail } from '../../authentication/sso-connectors/find.ts';
import { sendCode, tryCode } from '../../authentication/verification-codes/codes.ts';
import type { ContextFor } from '../../context.ts';
import { refuseTakenByOthers } from '../account/addresses.ts';
import { verifiedColumns } from '../users/verified-addresses.ts';
import type { OwnRow } from './password.ts';
import { addVerification, requireVerification } from './verifications.ts';

type Ctx = ContextFor<'me'>;

const addressOf = (value: string) => ({ type: 'email' as const, value });
const keyOf = (email: string) => ({ address: addressOf(email), type: 'BindNewIdentifier' as const });

export const sendEmailCode = async (ctx: Ctx, email: string) => {
  await refuseBlockedEmail(ctx, email);
  await refuseSsoOnlyEmail(ctx, email);
  await sendCode(ctx, keyOf(email));
};

export const verifyEmailCode = async (ctx: Ctx, email: string, code: string) => {
  await tryCode(ctx, keyOf(email), code);
  await addVerification(ctx, email.toLowerCase());
};

/** The columns of a new address. An open session alone must not be enough to take over the account. */
export const newEmailColumns = async (ctx: Ctx, row: OwnRow, email: string) => {
  if (row.passwordEncrypted !== null) await requireVerification(ctx, passwordProof(row));
  await requireVerification(ctx, email.toLowerCase());
  await refuseSsoOnlyEmail(ctx, email);
  await refuseTakenByOthers(ctx, addressOf(email));
  return { primaryEmail: email, ...verifiedColumns(addressOf(email)) };
};
