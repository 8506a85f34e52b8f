// Changes the caller's own password after verification.

import { checkPasswordPolicy, hashNewPassword } from '../../authentication/experience/new-password.ts';
import { refuseSamePassword } from '../../authentication/passwords/refuse-same.ts';
import { refuseSsoOnlyEmail } from '../../authentication/sso-connectors/find.ts';
import type { ContextFor } from '../../context.ts';
import { changeOwn, ownRow } from './own-row.ts';
import { requireEditable, requireVerified } from './permissions.ts';

type Ctx = ContextFor<'account'>;

/** Knowing the old password no longer verifies the user. */
const forgetOtherProofs = async ({ change, userId, verificationId }: Ctx) => {
  const tx = await change.transaction();
  await tx
    .deleteFrom('verificationRecords')
    .where('userId', '=', userId)
    .where('type', '=', 'Password')
    .where('id', '<>', verificationId ?? '')
    .execute();
};

export const changeOwnPassword = async (ctx: Ctx, password: string, keepSessions = false): Promise<void> => {
  await requireVerified(ctx);
  requireEditable(ctx, 'password');
  const row = await ownRow(ctx);
  const { name, username, primaryEmail: email, primaryPhone: phone } = row;
  if (email) await refuseSsoOnlyEmail(ctx, email);
  await checkPasswordPolicy(ctx, password, { name, username, email, phone });
  await refuseSamePassword(ctx, row, password);
  const { sessionUid, grantId } = ctx;
  await changeOwn(ctx, await hashNewPassword(ctx, password), { keep: keepSessions ? 'all' : { sessionUid, grantId } });
  await forgetOtherProofs(ctx);
};
