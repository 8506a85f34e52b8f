// A user's MFA factors, and whether one was verified. Checked at the end of every sign-in, and before an existing
// account is changed.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { implicitFactors } from '../mfa/change-factors.ts';
import { type Factor, type FactorOwner, findOwner, remaining } from '../mfa/factors.ts';
import { recognizeDevice, rememberDays } from '../remembered-devices/devices.ts';
import { type FactorType, isFactorCode, isFactorRecord, shownFactorType } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { isMandatory } from './mandatory-mfa.ts';
import { hasSso, signInPasskeyOf } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Mfa = SignInExperience['mfa'];

export const mfaOf = async ({ services, tenantId }: Pick<Ctx, 'services' | 'tenantId'>): Promise<Mfa> =>
  (await services.signInExperiences.of(tenantId)).mfa;

/** The interaction's identified user. */
export const identifiedOwner = async (
  ctx: Pick<Ctx, 'db'>,
  { userId }: ExperienceState,
  status = 404,
): Promise<FactorOwner> => {
  const owner = userId && (await findOwner(ctx, userId));
  if (!owner) throw new RequestError('session.identifier_not_found', { status });
  return owner;
};

const isUsable = (factor: Factor) => factor.type !== 'BackupCode' || remaining(factor) > 0;
const usedAt = ({ lastUsedAt = '' }: Factor) => lastUsedAt;

/** Passkeys first, then by last use, backup codes last. */
const effectiveFactors = (owner: FactorOwner, { factors: enabled }: Mfa): FactorType[] => {
  const stored = owner.factors.filter((factor) => enabled.includes(factor.type) && isUsable(factor));
  const ofType = (type: FactorType) => stored.filter((factor) => factor.type === type).map((factor) => factor.type);
  const others = stored
    .filter(({ type }) => type !== 'WebAuthn' && type !== 'BackupCode')
    .sort((one, other) => usedAt(other).localeCompare(usedAt(one)))
    .map(({ type }) => type);
  return [
    ...new Set<FactorType>([
      ...ofType('WebAuthn'),
      ...others,
      ...implicitFactors(enabled, owner),
      ...ofType('BackupCode'),
    ]),
  ];
};

/** Masks an address so that only its owner recognizes it. */
const maskedEmail = (email: string): string => {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  return `${name.length > 4 ? name.slice(0, 4) : ''}****@${domain}`;
};
const maskedPhone = (phone: string): string => `****${phone.slice(-4)}`;

type Addresses = { primaryEmail?: string | null; primaryPhone?: string | null };
export const maskedIdentifiers = (
  { primaryEmail, primaryPhone }: Addresses,
  factors: readonly FactorType[],
): Partial<Record<FactorType, string>> => ({
  ...(primaryPhone && factors.includes('PhoneVerificationCode')
    ? { PhoneVerificationCode: maskedPhone(primaryPhone) }
    : {}),
  ...(primaryEmail && factors.includes('EmailVerificationCode')
    ? { EmailVerificationCode: maskedEmail(primaryEmail) }
    : {}),
});

/** Whether a passkey signs this user in. Refused if it was removed, or the method turned off, after it was verified. */
const isSignedInByPasskey = async (
  { services, tenantId }: Ctx,
  state: ExperienceState,
  owner: FactorOwner,
): Promise<boolean> => {
  const passkey = signInPasskeyOf(state, owner.id);
  if (!passkey) return false;
  const { passkeySignIn } = await services.signInExperiences.of(tenantId);
  if (!passkeySignIn.enabled) throw new RequestError('user.sign_in_method_not_enabled');
  if (!owner.factors.some(({ id }) => id === passkey.factorId)) throw new RequestError('session.verification_failed');
  return true;
};

/** The types of the user's factors that were verified in this interaction. */
export const shownFactors = ({ verificationRecords }: ExperienceState, userId: string): FactorType[] =>
  verificationRecords.flatMap((record) =>
    isFactorRecord(record) && record.userId === userId ? (shownFactorType(record) ?? []) : [],
  );

/** Whether every factor of the user that was verified in this interaction is still theirs. */
export const areShownKept = ({ verificationRecords, profile }: ExperienceState, owner: FactorOwner): boolean => {
  const { id, factors, primaryEmail, primaryPhone } = owner;
  // An address is a factor as soon as it was verified, and is stored at submission.
  const addresses = { email: primaryEmail ?? profile.primaryEmail, phone: primaryPhone ?? profile.primaryPhone };
  return verificationRecords.every((record) => {
    const isShown = isFactorRecord(record) ? shownFactorType(record) !== undefined : record.type === 'SignInPasskey';
    if (!isShown || !('userId' in record) || record.userId !== id) return true;
    if (isFactorCode(record)) return record.identifier.value === addresses[record.identifier.type];
    return 'factorId' in record && factors.some((factor) => factor.id === record.factorId);
  });
};

/** Rejects until a factor of this user was verified, or, if that is enough, the browser is remembered. */
export const requireFactorShown = async (
  ctx: Ctx,
  state: ExperienceState,
  owner: FactorOwner,
  { acceptsDevice = false } = {},
): Promise<void> => {
  // `isNewUser` is set by the server, while callers can change the event. Enterprise SSO replaces MFA; a passkey that
  // signs in alone has verified both the device and its user.
  if (state.isNewUser || hasSso(state) || (await isSignedInByPasskey(ctx, state, owner))) return;
  const mfa = await mfaOf(ctx);
  const availableFactors = effectiveFactors(owner, mfa);
  if (availableFactors.length === 0) return;
  if (owner.settings.skipMfaOnSignIn && !(await isMandatory(ctx, owner.id))) return;
  // Verifying the last backup code uses it up.
  const counted: readonly FactorType[] = mfa.factors.includes('BackupCode')
    ? [...availableFactors, 'BackupCode']
    : availableFactors;
  if (shownFactors(state, owner.id).some((type) => counted.includes(type))) return;
  if (acceptsDevice && (await recognizeDevice(ctx, mfa, owner.id))) return;
  const days = rememberDays(mfa);
  throw new RequestError('session.mfa.require_mfa_verification', {
    data: {
      availableFactors,
      maskedIdentifiers: maskedIdentifiers(owner, availableFactors),
      ...(days !== undefined && { rememberDays: days }),
    },
  });
};
