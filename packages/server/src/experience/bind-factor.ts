// A second factor that a person sets up during an interaction. It is kept with the interaction until the submission.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { newBackupCodeSet } from '../mfa/backup-codes.ts';
import { addFactors, implicitFactors } from '../mfa/change-factors.ts';
import type { Factor, FactorOwner } from '../mfa/factors.ts';
import { newPasskey } from '../mfa/passkeys.ts';
import { newTotp } from '../mfa/totp.ts';
import { random } from '../random.ts';
import { isMandatory } from './factor-demands.ts';
import { type FactorCodeRecord, type FactorType, factorRecord } from './factor-records.ts';
import type { ExperienceState, PendingFactors } from './interaction.ts';
import { withField } from './profile.ts';
import { identifiedOwner, mfaOf, requireFactorShown } from './second-factors.ts';
import { isCodeRecord, recordById, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const notProved = () => new RequestError('session.verification_failed');

/** Of an app or a set of codes there is one; of passkeys there are many. */
const withPending = (state: ExperienceState, factor: Factor): ExperienceState => {
  const others = (state.mfa?.factors ?? []).filter(({ type }) => type !== factor.type || type === 'WebAuthn');
  return { ...state, mfa: { ...state.mfa, factors: [...others, factor] } };
};

const newFactor = (
  ctx: Ctx,
  state: ExperienceState,
  type: 'Totp' | 'WebAuthn' | 'BackupCode',
  verificationId: string,
): Factor => {
  const record = factorRecord(state, verificationId, type);
  if (record.type === 'BackupCode') {
    if (!record.codes) throw notProved();
    return newBackupCodeSet(ctx, record.codes);
  }
  if (!record.verified) throw notProved();
  if (record.type === 'Totp' && record.secret) return newTotp(ctx, record.secret, record.step);
  if (record.type === 'WebAuthn' && record.passkey) return newPasskey(ctx, record.passkey);
  throw notProved();
};

const refuseAlone = async (ctx: Ctx, owner: FactorOwner, { mfa, profile }: ExperienceState) => {
  const { factors: enabled } = await mfaOf(ctx);
  const beside = [...owner.factors, ...(mfa?.factors ?? [])].filter(({ type }) => type !== 'BackupCode');
  const addresses = {
    primaryEmail: owner.primaryEmail ?? profile.primaryEmail ?? null,
    primaryPhone: owner.primaryPhone ?? profile.primaryPhone ?? null,
  };
  if (beside.length + implicitFactors(enabled, addresses).length > 0) return;
  throw new RequestError('session.mfa.backup_code_can_not_be_alone');
};

const addressTypes = { EmailVerificationCode: 'email', PhoneVerificationCode: 'phone' } as const;
const shownTypes = { email: 'MfaEmailVerificationCode', phone: 'MfaPhoneVerificationCode' } as const;

/** The address becomes the account's own. Whoever has just read a code there is not asked for another one. */
const withAddress = async (
  ctx: Ctx,
  state: ExperienceState,
  type: keyof typeof addressTypes,
  verificationId: string,
): Promise<ExperienceState> => {
  const profile = await withField(ctx, state, { type: addressTypes[type], verificationId });
  const record = recordById(state, verificationId);
  if (!state.userId || !isCodeRecord(record)) throw notProved();
  const { identifier } = record;
  const shown: FactorCodeRecord = {
    ...{ id: random.id(), verified: true, userId: state.userId, identifier },
    ...{ type: shownTypes[identifier.type], templateType: 'MfaVerification' },
  };
  const mfa = { factors: [], ...state.mfa, isAddressBound: true as const };
  return withRecord({ ...state, profile, mfa }, shown);
};

/** An existing account is changed by whoever has shown one of its factors, if it has any. */
export const mayBind = async (ctx: Ctx, state: ExperienceState): Promise<FactorOwner> => {
  if (state.interactionEvent === 'ForgotPassword') {
    throw new RequestError('session.not_supported_for_forgot_password', { status: 400 });
  }
  const owner = await identifiedOwner(ctx, state);
  await requireFactorShown(ctx, state, owner);
  return owner;
};

export const withBoundFactor = async (
  ctx: Ctx,
  state: ExperienceState,
  { type, verificationId }: { type: FactorType; verificationId: string },
): Promise<ExperienceState> => {
  const owner = await mayBind(ctx, state);
  if (!(await mfaOf(ctx)).factors.includes(type)) throw new RequestError('session.mfa.mfa_factor_not_enabled');
  if (type === 'EmailVerificationCode' || type === 'PhoneVerificationCode') {
    return withAddress(ctx, state, type, verificationId);
  }
  const factor = newFactor(ctx, state, type, verificationId);
  if (type === 'Totp' && owner.factors.some((stored) => stored.type === 'Totp')) {
    throw new RequestError('user.totp_already_in_use');
  }
  if (type === 'BackupCode') await refuseAlone(ctx, owner, state);
  return withPending(state, factor);
};

/** What people may leave out, and what not, is the tenant's to say. */
export const withSkipped = async (
  ctx: Ctx,
  state: ExperienceState,
  what: 'skipped' | 'suggestionSkipped',
): Promise<ExperienceState> => {
  const { id } = await mayBind(ctx, state);
  if (what === 'skipped' && (await isMandatory(ctx, id))) {
    throw new RequestError('session.mfa.mfa_policy_not_user_controlled');
  }
  return { ...state, mfa: { factors: [], ...state.mfa, [what]: true } };
};

/** The tenant may have changed its mind while the person was busy. */
export const requireStillEnabled = async (ctx: Ctx, { mfa }: ExperienceState) => {
  const { factors: enabled } = await mfaOf(ctx);
  if (mfa?.factors.some(({ type }) => !enabled.includes(type))) {
    throw new RequestError('session.mfa.mfa_factor_not_enabled');
  }
};

/** As part of the change that ends the interaction. */
export const keepFactors = async (ctx: Ctx, userId: string, { factors, skipped }: PendingFactors) => {
  if (factors.length > 0) await addFactors(ctx, userId, factors);
  if (!skipped) return;
  const { mfaSettings } = await (await ctx.change.transaction())
    .selectFrom('users')
    .select('mfaSettings')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await ctx.change.update('users', { id: userId }, { mfaSettings: { ...mfaSettings, skipped: true } });
};
