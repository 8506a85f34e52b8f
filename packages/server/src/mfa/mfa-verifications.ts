// The second factors of a user: an administrator can look at them, set some up, and take them away.
import { type MfaVerification, mfaVerifications } from '@tessera/contract/mfa-verifications';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { userNotFound } from '../users/find-user.ts';
import { areBackupCodes, newBackupCodeSet, newBackupCodes } from './backup-codes.ts';
import { addBackupCodes, addFactors, implicitFactors, removeFactor } from './change-factors.ts';
import { type Factor, findOwner, shownFactor } from './factors.ts';
import { isTotpSecret, newTotp, shownTotpSecret } from './totp.ts';

const isBackup = ({ type }: Factor) => type === 'BackupCode';

export default serve(mfaVerifications, {
  list: async (ctx, { params: { userId } }): Promise<MfaVerification[]> => {
    const owner = await findOwner(ctx, userId);
    if (!owner) throw userNotFound();
    const { mfa } = await ctx.services.signInExperiences.of(ctx.tenantId);
    // Addresses are factors since the account exists; they go with the address, not from here.
    const { createdAt } = await ctx.db
      .selectFrom('users')
      .select('createdAt')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const since = new Date(createdAt).toISOString();
    const addresses = implicitFactors(mfa.factors, owner).map((type) => ({ id: type, createdAt: since, type }));
    const backup = owner.factors.filter(isBackup).map(shownFactor);
    return [...owner.factors.filter((factor) => !isBackup(factor)).map(shownFactor), ...addresses, ...backup];
  },

  create: async (ctx, { params: { userId }, body }) => {
    const owner = await findOwner(ctx, userId);
    if (!owner) throw userNotFound();
    if (body.type === 'Totp') {
      if (body.secret !== undefined && !isTotpSecret(body.secret)) {
        throw new RequestError('user.totp_secret_invalid', { status: 422 });
      }
      const shown = shownTotpSecret(ctx, owner, body.secret);
      await addFactors(ctx, userId, [newTotp(ctx, shown.secret)]);
      return { type: 'Totp' as const, ...shown };
    }
    const codes = body.codes ?? newBackupCodes();
    if (!areBackupCodes(codes)) throw new RequestError('user.wrong_backup_code_format');
    await addBackupCodes(ctx, userId, newBackupCodeSet(ctx, codes));
    return { type: 'BackupCode' as const, codes };
  },

  remove: async (ctx, { params: { userId, verificationId } }) => {
    if (!(await removeFactor(ctx, userId, verificationId))) throw new RequestError('entity.not_found');
  },
});
