// Changes the caller's own password after verification.
import { sql } from 'kysely';
import { checkPasswordPolicy, hashNewPassword } from '../../authentication/experience/new-password.ts';
import { isStillProved, passwordProof } from '../../authentication/passwords/proof.ts';
import { refuseSamePassword } from '../../authentication/passwords/refuse-same.ts';
import { refuseSsoOnlyEmail } from '../../authentication/sso-connectors/find.ts';
import type { ContextFor } from '../../context.ts';
import { changeOwn, type OwnRow, ownRow } from './own-row.ts';
import { notVerified, requireEditable, requireVerified } from './permissions.ts';

type Ctx = ContextFor<'account'>;

/** The presented record stays valid: who sets a password knows it. Others proved the old one. */
const renewOwnProof = async ({ change, userId, verificationId }: Ctx, changed: OwnRow) => {
  const tx = await change.transaction();
  await tx
    .updateTable('verificationRecords')
    .set({ data: sql`data || ${JSON.stringify({ proof: passwordProof(changed) })}::jsonb` })
    .where('userId', '=', userId)
    .where('type', '=', 'Password')
    .where('id', '=', verificationId ?? '')
    .execute();
};

export const changeOwnPassword = async (ctx: Ctx, password: string, keepSessions = false): Promise<void> => {
  const proved = await requireVerified(ctx);
  requireEditable(ctx, 'password');
  const row = await ownRow(ctx);
  const { name, username, primaryEmail: email, primaryPhone: phone } = row;
  if (email) await refuseSsoOnlyEmail(ctx, email);
  await checkPasswordPolicy(ctx, password, { name, username, email, phone });
  await refuseSamePassword(ctx, row, password);
  const columns = await hashNewPassword(ctx, password);
  const { sessionUid, grantId } = ctx;
  const keep = keepSessions ? 'all' : { sessionUid, grantId };
  const changed = await changeOwn(
    ctx,
    (before) => {
      // Another new password came first.
      if (proved.type === 'Password' && !isStillProved(before, proved.proof)) throw notVerified();
      return columns;
    },
    { keep },
  );
  await renewOwnProof(ctx, changed);
};
