// MFA factors of one's own account.
import type { NewFactor } from '@tessera/contract/account-mfa';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import { areBackupCodes, newBackupCodeSet, newBackupCodes } from '../../authentication/mfa/backup-codes.ts';
import { addBackupCodes, addFactors, changeFactors } from '../../authentication/mfa/change-factors.ts';
import { canSetUp } from '../../authentication/mfa/enabled-factors.ts';
import { type BackupCodeFactor, factorsIn } from '../../authentication/mfa/factors.ts';
import { listedFactors } from '../../authentication/mfa/listed-factors.ts';
import { newPasskey } from '../../authentication/mfa/passkeys.ts';
import { acceptedStep, isTotpSecret, newTotp, shownTotpSecret } from '../../authentication/mfa/totp.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { changeOwn, ownRow, writerOf } from './own-row.ts';
import { requireEditable, requireFactorScope, requireVerified, requireVisible } from './permissions.ts';
import { recordNotFound, requireRecord, useRecord } from './records.ts';
import { keepsSignIn } from './remaining-methods.ts';

type Ctx = ContextFor<'account'>;
type Settings = { skipMfaOnSignIn: boolean };
type ById = { params: { verificationId: string } };
type FactorType = SignInExperience['mfa']['factors'][number];

const requireReading = (ctx: Ctx) => {
  requireVisible(ctx, 'mfa');
  requireFactorScope(ctx);
};
const requireWriting = async (ctx: Ctx) => {
  await requireVerified(ctx);
  requireEditable(ctx, 'mfa');
  requireFactorScope(ctx);
};
const requireEnabled = async (ctx: Ctx, type: FactorType) => {
  if (!(await canSetUp(ctx, type))) throw new RequestError('session.mfa.mfa_factor_not_enabled');
};

const addFactor = async (ctx: Ctx, { body }: { body: NewFactor }) => {
  await requireWriting(ctx);
  const { userId } = ctx;
  const writer = writerOf(ctx);
  switch (body.type) {
    case 'WebAuthn': {
      await requireEnabled(ctx, 'WebAuthn');
      const { newIdentifierVerificationRecordId: id, name } = body;
      const { passkey } = await requireRecord(ctx, id, ['WebAuthn']);
      if (!passkey) throw recordNotFound();
      await useRecord(ctx, id);
      await addFactors(ctx, writer, userId, [newPasskey(ctx, passkey, name)]);
      break;
    }
    case 'BackupCode':
      await requireEnabled(ctx, 'BackupCode');
      if (!areBackupCodes(body.codes)) throw new RequestError('user.wrong_backup_code_format');
      await addBackupCodes(ctx, writer, userId, newBackupCodeSet(ctx, body.codes));
      break;
    default: {
      await requireEnabled(ctx, 'Totp');
      const { secret, code } = body;
      if (!isTotpSecret(secret)) throw new RequestError('user.totp_secret_invalid');
      const step = code === undefined ? undefined : acceptedStep(ctx, { secret, code });
      if (code !== undefined && step === undefined) throw new RequestError('session.mfa.invalid_totp_code');
      await addFactors(ctx, writer, userId, [newTotp(ctx, secret, step)]);
    }
  }
};

export const mfaHandlers = {
  mfaSettings: async (ctx: Ctx): Promise<Settings> => {
    requireReading(ctx);
    const { skipMfaOnSignIn = false } = (await ownRow(ctx)).mfaSettings as Partial<Settings>;
    return { skipMfaOnSignIn };
  },
  updateMfaSettings: async (ctx: Ctx, { body: { skipMfaOnSignIn } }: { body: Settings }): Promise<Settings> => {
    await requireWriting(ctx);
    await changeOwn(ctx, ({ mfaSettings }) => ({ mfaSettings: { ...mfaSettings, skipMfaOnSignIn } }));
    return { skipMfaOnSignIn };
  },

  listFactors: (ctx: Ctx) => {
    requireReading(ctx);
    return listedFactors(ctx, ctx.userId);
  },
  addFactor,
  /** Nothing is stored before it is added. */
  generateTotpSecret: async (ctx: Ctx) => shownTotpSecret(ctx, await ownRow(ctx)),
  generateBackupCodes: () => ({ codes: newBackupCodes() }),
  backupCodes: async (ctx: Ctx) => {
    await requireVerified(ctx);
    requireReading(ctx);
    const factors = factorsIn((await ownRow(ctx)).mfaVerifications);
    const set = factors.find((factor): factor is BackupCodeFactor => factor.type === 'BackupCode');
    if (!set) throw new RequestError('verification_record.not_found', { status: 404 });
    return { codes: set.codes };
  },
  renameFactor: async (ctx: Ctx, { params, body: { name } }: ById & { body: { name: string } }): Promise<void> => {
    await requireWriting(ctx);
    await changeFactors(ctx, writerOf(ctx), ctx.userId, ({ factors }) => {
      const at = factors.findIndex(({ id, type }) => id === params.verificationId && type === 'WebAuthn');
      const factor = factors[at];
      if (factor?.type !== 'WebAuthn') throw recordNotFound();
      return factors.with(at, { ...factor, name });
    });
  },
  removeFactor: async (ctx: Ctx, { params }: ById): Promise<void> => {
    await requireWriting(ctx);
    const keeping = await keepsSignIn(ctx);
    await changeOwn(ctx, (before) => {
      const factors = factorsIn(before.mfaVerifications);
      const others = factors.filter(({ id }) => id !== params.verificationId);
      if (others.length === factors.length) throw recordNotFound();
      return keeping(before, { mfaVerifications: others });
    });
  },
};
