// A person's own password, changed after proving who they are.
import { checkPasswordPolicy, hashNewPassword } from '../experience/new-password.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { passwordFits } from '../passwords/fits.ts';
import { changeOwn, ownRow } from './own-row.ts';
import { requireEditable, requireVerified } from './permissions.ts';

type Ctx = ContextFor<'account'>;

/** Whoever knew the old password only has proved nothing about the person any more. */
const forgetOtherProofs = async ({ change, userId, verificationId }: Ctx) => {
  const tx = await change.transaction();
  await tx
    .deleteFrom('verificationRecords')
    .where('userId', '=', userId)
    .where('type', '=', 'Password')
    .where('id', '<>', verificationId ?? '')
    .execute();
};

export const changeOwnPassword = async (ctx: Ctx, password: string): Promise<void> => {
  await requireVerified(ctx);
  requireEditable(ctx, 'password');
  const row = await ownRow(ctx);
  const { name, username, primaryEmail: email, primaryPhone: phone } = row;
  await checkPasswordPolicy(ctx, password, { name, username, email, phone });
  if (await passwordFits(row, password)) throw new RequestError('user.same_password');
  await changeOwn(ctx, await hashNewPassword(password));
  await forgetOtherProofs(ctx);
};
