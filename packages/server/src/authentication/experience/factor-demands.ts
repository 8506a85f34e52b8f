// Which MFA factors a user must set up or is prompted for, decided at the end of an interaction.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { hasUnusedBackupCodes, implicitFactors } from '../mfa/change-factors.ts';
import type { FactorOwner } from '../mfa/factors.ts';
import type { FactorType } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { isRequiredByOrganization } from './mandatory-mfa.ts';
import { maskedIdentifiers } from './second-factors.ts';
import { hasSso } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const suggestionOrder: FactorType[] = ['WebAuthn', 'Totp', 'PhoneVerificationCode', 'EmailVerificationCode'];
const identifierOf: Partial<Record<FactorType, 'email' | 'phone'>> = {
  EmailVerificationCode: 'email',
  PhoneVerificationCode: 'phone',
};

/** The user's factors, including new ones of this interaction. Backup codes alone do not count. */
const linkedFactors = (
  owner: FactorOwner,
  { mfa, profile }: ExperienceState,
  enabled: readonly FactorType[],
): FactorType[] => {
  const stored = [...owner.factors, ...(mfa?.factors ?? [])].map(({ type }) => type);
  const addresses = {
    primaryEmail: owner.primaryEmail ?? profile.primaryEmail ?? null,
    primaryPhone: owner.primaryPhone ?? profile.primaryPhone ?? null,
  };
  return [
    ...new Set<FactorType>([
      ...stored.filter((type) => type !== 'BackupCode' && enabled.includes(type)),
      ...implicitFactors(enabled, addresses),
    ]),
  ];
};

/**
 * A user registered with an email address implicitly has a factor: the same mailbox that resets the password. Suggest a
 * better one once.
 */
const suggestBetter = (
  owner: FactorOwner,
  state: ExperienceState,
  { mfa: { factors: enabled }, signUp }: SignInExperience,
  linked: FactorType[],
) => {
  const { factors = [], suggestionSkipped, isAddressBound } = state.mfa ?? {};
  if (!state.isNewUser || suggestionSkipped || isAddressBound || factors.length > 0) return;
  const signedUpWith = [
    ...signUp.identifiers,
    ...(signUp.secondaryIdentifiers ?? []).flatMap(({ identifier }) =>
      identifier === 'emailOrPhone' ? (['email', 'phone'] as const) : [identifier],
    ),
  ];
  const isFromSignUp = linked.every((type) => {
    const identifier = identifierOf[type];
    return identifier !== undefined && signedUpWith.includes(identifier);
  });
  const availableFactors = suggestionOrder.filter((type) => enabled.includes(type));
  if (!isFromSignUp || availableFactors.every((type) => linked.includes(type))) return;
  throw new RequestError('session.mfa.suggest_additional_mfa', {
    data: {
      availableFactors,
      maskedIdentifiers: maskedIdentifiers(owner, linked),
      skippable: true,
      suggestion: true,
    },
  });
};

/** Rejects while something is missing; the error says what, and whether it can be skipped. */
export const requireFactorsSetUp = async (ctx: Ctx, state: ExperienceState, owner: FactorOwner): Promise<void> => {
  if (hasSso(state)) return;
  const experience = await ctx.services.signInExperiences.of(ctx.tenantId);
  const { factors: enabled, policy } = experience.mfa;
  if (enabled.length === 0) return;
  const required = await isRequiredByOrganization(ctx, owner.id, experience);
  if (policy === 'NoPrompt' && !required) return;
  const hasSkipped = state.mfa?.skipped ?? owner.settings.skipped ?? false;
  const skippable = policy !== 'Mandatory' && !required;
  if (skippable && hasSkipped) return;
  if (state.isNewUser && policy === 'PromptOnlyAtSignIn') return;
  const linked = linkedFactors(owner, state, enabled);
  if (linked.length === 0) {
    const availableFactors = enabled.filter((type) => type !== 'BackupCode');
    throw new RequestError('user.missing_mfa', { data: { availableFactors, ...(skippable && { skippable }) } });
  }
  suggestBetter(owner, state, experience, linked);
  const backup = [...owner.factors, ...(state.mfa?.factors ?? [])];
  if (enabled.includes('BackupCode') && !hasUnusedBackupCodes(backup)) {
    throw new RequestError('session.mfa.backup_code_required');
  }
};
