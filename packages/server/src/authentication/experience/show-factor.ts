// Verifies a factor, or that a new one works. Single-use values are consumed before the record is stored.
import type { Address } from '@tessera/contract/experience';
import type { PasskeyAnswer, PasskeyRegistration } from '@tessera/contract/web-authn';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { FactorOwner } from '../mfa/factors.ts';
import { verifyAnswer, verifyRegistration } from '../mfa/passkeys.ts';
import { acceptedStep } from '../mfa/totp.ts';
import { type PasskeyDoubt, useBackupCode, usePasskey, useTotp } from '../mfa/use-factor.ts';
import { limitAttempts, type SentinelAction } from '../sentinel/sentinel.ts';
import { sendCode, tryFactorCode } from '../verification-codes/codes.ts';
import { aboutSignIn } from './code-verification.ts';
import type { BackupCodeRecord, FactorCodeRecord, PasskeyRecord, TotpRecord } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { takeChallenge } from './passkey-challenges.ts';
import { identifiedOwner, mfaOf } from './second-factors.ts';
import { factorRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const tryFactor = <T>(ctx: Ctx, owner: FactorOwner, action: SentinelAction, attempt: () => Promise<T>): Promise<T> =>
  limitAttempts(ctx, { action, target: { userId: owner.id } }, attempt);

export const showTotp = async (ctx: Ctx, state: ExperienceState, code: string): Promise<TotpRecord> => {
  const owner = await identifiedOwner(ctx, state);
  const factorId = await tryFactor(ctx, owner, 'Totp', () => useTotp(ctx, owner.id, code));
  return { id: random.id(), type: 'Totp', verified: true, userId: owner.id, factorId };
};

export const tryTotp = (ctx: Ctx, state: ExperienceState, verificationId: string, code: string): TotpRecord => {
  const record = factorRecord(state, verificationId, 'Totp');
  if (!record.secret) throw new RequestError('session.verification_session_not_found');
  const step = acceptedStep(ctx, { secret: record.secret, code, after: record.step });
  if (step === undefined) throw new RequestError('session.mfa.invalid_totp_code');
  return { ...record, verified: true, step };
};

export const showBackupCode = async (ctx: Ctx, state: ExperienceState, code: string): Promise<BackupCodeRecord> => {
  const owner = await identifiedOwner(ctx, state);
  const factorId = await tryFactor(ctx, owner, 'BackupCode', () => useBackupCode(ctx, owner.id, code));
  return { id: random.id(), type: 'BackupCode', verified: true, userId: owner.id, factorId };
};

const passkeyRecord = (state: ExperienceState, id: string, purpose: PasskeyRecord['purpose']): PasskeyRecord => {
  const record = factorRecord(state, id, 'WebAuthn');
  if (record.purpose !== purpose) throw new RequestError('session.verification_session_not_found');
  return record;
};

export const tryPasskey = async (
  ctx: Ctx,
  state: ExperienceState,
  { verificationId, payload }: { verificationId: string; payload: PasskeyRegistration },
): Promise<PasskeyRecord> => {
  await identifiedOwner(ctx, state);
  const record = passkeyRecord(state, verificationId, 'registration');
  const passkey = await verifyRegistration(ctx, await takeChallenge(ctx, 'registration'), payload);
  return { ...record, verified: true, passkey };
};

export const showPasskey = async (
  ctx: Ctx,
  state: ExperienceState,
  { verificationId, payload }: { verificationId: string; payload: PasskeyAnswer },
  onDoubt: (doubt: PasskeyDoubt) => void,
): Promise<PasskeyRecord> => {
  const owner = await identifiedOwner(ctx, state);
  const record = passkeyRecord(state, verificationId, 'authentication');
  const factorId = await tryFactor(ctx, owner, 'WebAuthn', async () => {
    const use = await verifyAnswer(ctx, owner, await takeChallenge(ctx, 'authentication'), payload);
    await usePasskey(ctx, owner.id, use, onDoubt);
    return use.factorId;
  });
  return { ...record, verified: true, factorId };
};

const codeTypes = {
  email: { record: 'MfaEmailVerificationCode', factor: 'EmailVerificationCode', column: 'primaryEmail' },
  phone: { record: 'MfaPhoneVerificationCode', factor: 'PhoneVerificationCode', column: 'primaryPhone' },
} as const;
const templateType = 'MfaVerification';

export const codeRecordType = (type: Address['type']) => codeTypes[type].record;

export const sendFactorCode = async (
  ctx: Ctx,
  state: ExperienceState,
  type: Address['type'],
): Promise<FactorCodeRecord> => {
  const owner = await identifiedOwner(ctx, state, 400);
  const { record, factor, column } = codeTypes[type];
  const value = owner[column];
  if (!value || !(await mfaOf(ctx)).factors.includes(factor)) {
    throw new RequestError('session.mfa.mfa_factor_not_enabled');
  }
  const identifier = { type, value };
  const key = { address: identifier, type: templateType, interactionId: ctx.interaction.id } as const;
  await sendCode(ctx, key, await aboutSignIn(ctx, state));
  return { id: random.id(), type: record, verified: false, userId: owner.id, identifier, templateType };
};

export const showFactorCode = async (
  ctx: Ctx,
  state: ExperienceState,
  type: Address['type'],
  { verificationId, code }: { verificationId: string; code: string },
): Promise<FactorCodeRecord> => {
  const owner = await identifiedOwner(ctx, state, 400);
  const record = factorRecord(state, verificationId, codeTypes[type].record);
  const key = { address: record.identifier, type: templateType, interactionId: ctx.interaction.id } as const;
  await tryFactorCode(ctx, owner.id, key, code);
  return { ...record, verified: true };
};
