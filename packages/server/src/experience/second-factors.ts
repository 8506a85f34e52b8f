// Which second factors a person has, and whether one of them was shown. Asked at the end of a sign-in, whatever way it
// came, and before anything about an existing account is changed on the way.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { implicitFactors } from '../mfa/change-factors.ts';
import { type Factor, type FactorOwner, findOwner, remaining } from '../mfa/factors.ts';
import { type FactorType, isFactorRecord, shownFactorType } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { hasSso } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Mfa = SignInExperience['mfa'];

export const mfaOf = async ({ services, tenantId }: Pick<Ctx, 'services' | 'tenantId'>): Promise<Mfa> =>
  (await services.signInExperiences.of(tenantId)).mfa;

/** The person an interaction has come to know. */
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

/** Passkeys first, what was used last next, backup codes last. */
export const effectiveFactors = (owner: FactorOwner, { factors: enabled }: Mfa): FactorType[] => {
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

/** Enough of an address to be recognized by its owner. */
export const maskedEmail = (email: string): string => {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  return `${name.length > 4 ? name.slice(0, 4) : ''}****@${domain}`;
};
export const maskedPhone = (phone: string): string => `****${phone.slice(-4)}`;

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

/** Refuses until one factor of this very person was shown. */
export const requireFactorShown = async (ctx: Ctx, state: ExperienceState, owner: FactorOwner): Promise<void> => {
  // Whether somebody is new is a fact of the interaction; its event can be changed by whoever calls.
  // Whoever comes from their company has shown there what the company wants to see.
  if (state.isNewUser || hasSso(state)) return;
  const mfa = await mfaOf(ctx);
  const availableFactors = effectiveFactors(owner, mfa);
  if (availableFactors.length === 0 || (owner.settings.skipMfaOnSignIn && mfa.policy !== 'Mandatory')) return;
  const isShown = state.verificationRecords.some((record) => {
    if (!isFactorRecord(record) || record.userId !== owner.id) return false;
    const type = shownFactorType(record);
    // The last backup code is used up by being shown.
    const counted: readonly FactorType[] = mfa.factors.includes('BackupCode')
      ? [...availableFactors, 'BackupCode']
      : availableFactors;
    return type !== undefined && counted.includes(type);
  });
  if (isShown) return;
  throw new RequestError('session.mfa.require_mfa_verification', {
    data: { availableFactors, maskedIdentifiers: maskedIdentifiers(owner, availableFactors) },
  });
};
