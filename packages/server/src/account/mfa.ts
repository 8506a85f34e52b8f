// The second factors of one's own account: looked at, set up, named and taken away.
import type { NewFactor } from '@tessera/contract/account-mfa';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { areBackupCodes, newBackupCodeSet, newBackupCodes } from '../mfa/backup-codes.ts';
import { addBackupCodes, addFactors, changeFactors, removeFactor } from '../mfa/change-factors.ts';
import { type BackupCodeFactor, factorsIn } from '../mfa/factors.ts';
import { listedFactors } from '../mfa/listed-factors.ts';
import { newPasskey } from '../mfa/passkeys.ts';
import { isTotpSecret, newTotp, shownTotpSecret } from '../mfa/totp.ts';
import { changeOwn, lockedRow, ownRow } from './own-row.ts';
import { requireEditable, requireFactorScope, requireVerified, requireVisible } from './permissions.ts';
import { recordNotFound, requireRecord, useRecord } from './records.ts';

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
const requireEnabled = async ({ services, tenantId }: Ctx, type: FactorType) => {
  const { mfa } = await services.signInExperiences.of(tenantId);
  if (!mfa.factors.includes(type)) throw new RequestError('session.mfa.mfa_factor_not_enabled');
};

const addFactor = async (ctx: Ctx, { body }: { body: NewFactor }) => {
  await requireWriting(ctx);
  const { userId } = ctx;
  switch (body.type) {
    case 'WebAuthn': {
      await requireEnabled(ctx, 'WebAuthn');
      const { newIdentifierVerificationRecordId: id, name } = body;
      const { passkey } = await requireRecord(ctx, id, ['WebAuthn']);
      if (!passkey) throw recordNotFound();
      await useRecord(ctx, id);
      await addFactors(ctx, userId, [newPasskey(ctx, passkey, name)]);
      break;
    }
    case 'BackupCode':
      await requireEnabled(ctx, 'BackupCode');
      if (!areBackupCodes(body.codes)) throw new RequestError('user.wrong_backup_code_format');
      await addBackupCodes(ctx, userId, newBackupCodeSet(ctx, body.codes));
      break;
    default:
      await requireEnabled(ctx, 'Totp');
      if (!isTotpSecret(body.secret)) throw new RequestError('user.totp_secret_invalid');
      await addFactors(ctx, userId, [newTotp(ctx, body.secret)]);
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
    const { mfaSettings } = await lockedRow(ctx);
    await changeOwn(ctx, { mfaSettings: { ...mfaSettings, skipMfaOnSignIn } });
    return { skipMfaOnSignIn };
  },

  listFactors: (ctx: Ctx) => {
    requireReading(ctx);
    return listedFactors(ctx, ctx.userId);
  },
  addFactor,
  /** Nothing is kept of it before it is added. */
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
    await changeFactors(ctx, ctx.userId, ({ factors }) => {
      const at = factors.findIndex(({ id, type }) => id === params.verificationId && type === 'WebAuthn');
      const factor = factors[at];
      if (factor?.type !== 'WebAuthn') throw recordNotFound();
      return factors.with(at, { ...factor, name });
    });
  },
  removeFactor: async (ctx: Ctx, { params }: ById): Promise<void> => {
    await requireWriting(ctx);
    if (!(await removeFactor(ctx, ctx.userId, params.verificationId))) throw recordNotFound();
  },
};
