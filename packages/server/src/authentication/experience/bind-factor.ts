// MFA factors set up during an interaction; stored with the interaction until submission.
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { writeUser } from '../../user-management/users/write-user.ts';
import { newBackupCodeSet } from '../mfa/backup-codes.ts';
import { addFactors, implicitFactors } from '../mfa/change-factors.ts';
import { canSetUp } from '../mfa/enabled-factors.ts';
import type { Factor, FactorOwner } from '../mfa/factors.ts';
import { newPasskey } from '../mfa/passkeys.ts';
import { newTotp } from '../mfa/totp.ts';
import type { FactorCodeRecord, FactorType } from './factor-records.ts';
import type { ExperienceState, PendingFactors } from './interaction.ts';
import { isMandatory } from './mandatory-mfa.ts';
import { withField } from './profile.ts';
import { identifiedOwner, mfaOf, requireFactorShown } from './second-factors.ts';
import { factorRecord, isCodeRecord, recordById, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const notProved = () => new RequestError('session.verification_failed');

/** There is one authenticator app and one set of backup codes, but many passkeys. */
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

/** Adds the address to the account. The user has just verified a code there and is not asked for another. */
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

/** An account with factors can only be changed after one of them was verified. */
const mayBind = async (ctx: Ctx, state: ExperienceState): Promise<FactorOwner> => {
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
  if (!(await canSetUp(ctx, type))) throw new RequestError('session.mfa.mfa_factor_not_enabled');
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

/** The tenant's policy decides what users may skip. */
export const withSkipped = async (
  ctx: Ctx,
  state: ExperienceState,
  what: 'skipped' | 'suggestionSkipped' | 'passkeySkipped',
): Promise<ExperienceState> => {
  const { id } = await mayBind(ctx, state);
  if (what === 'skipped' && (await isMandatory(ctx, id))) {
    throw new RequestError('session.mfa.mfa_policy_not_user_controlled');
  }
  return { ...state, mfa: { factors: [], ...state.mfa, [what]: true } };
};

/** The tenant may have disabled the factor in the meantime. */
export const requireStillEnabled = async (ctx: Ctx, { mfa }: ExperienceState) => {
  for (const { type } of mfa?.factors ?? []) {
    if (!(await canSetUp(ctx, type))) throw new RequestError('session.mfa.mfa_factor_not_enabled');
  }
};

/** Part of the change that ends the interaction. */
export const keepFactors = async (ctx: Ctx, userId: string, pending: PendingFactors) => {
  const { factors, skipped, passkeySkipped } = pending;
  if (factors.length > 0) await addFactors(ctx, { kind: 'signIn' }, userId, factors);
  if (!skipped && !passkeySkipped) return;
  const declined = { ...(skipped && { skipped }), ...(passkeySkipped && { passkeySkipped }) };
  await writeUser(ctx, { kind: 'signIn' }, userId, ({ mfaSettings }) => ({
    mfaSettings: { ...mfaSettings, ...declined },
  }));
};
