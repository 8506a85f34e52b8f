// MFA factor handlers for administrators.
import { mfaVerifications } from '@tessera/contract/mfa-verifications';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { userNotFound } from '../../user-management/users/find-user.ts';
import { areBackupCodes, newBackupCodeSet, newBackupCodes } from './backup-codes.ts';
import { addBackupCodes, addFactors, removeAllFactors, removeFactor } from './change-factors.ts';
import { findOwner } from './factors.ts';
import { listedFactors } from './listed-factors.ts';
import { isTotpSecret, newTotp, shownTotpSecret } from './totp.ts';

const administrator = { kind: 'administrator' } as const;

export default serve(mfaVerifications, {
  list: (ctx, { params: { userId } }) => listedFactors(ctx, userId),

  create: async (ctx, { params: { userId }, body }) => {
    const owner = await findOwner(ctx, userId);
    if (!owner) throw userNotFound();
    if (body.type === 'Totp') {
      if (body.secret !== undefined && !isTotpSecret(body.secret)) {
        throw new RequestError('user.totp_secret_invalid', { status: 422 });
      }
      const shown = shownTotpSecret(ctx, owner, body.secret);
      await addFactors(ctx, administrator, userId, [newTotp(ctx, shown.secret)]);
      return { type: 'Totp' as const, ...shown };
    }
    const codes = body.codes ?? newBackupCodes();
    if (!areBackupCodes(codes)) throw new RequestError('user.wrong_backup_code_format');
    await addBackupCodes(ctx, administrator, userId, newBackupCodeSet(ctx, codes));
    return { type: 'BackupCode' as const, codes };
  },

  removeAll: (ctx, { params: { userId } }) => removeAllFactors(ctx, administrator, userId),

  remove: async (ctx, { params: { userId, verificationId } }) => {
    if (!(await removeFactor(ctx, administrator, userId, verificationId))) throw new RequestError('entity.not_found');
  },
});
