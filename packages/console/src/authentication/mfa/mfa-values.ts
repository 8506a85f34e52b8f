// Form values of the MFA settings, their rules and the request body.
import { maxRememberedDays } from '@tessera/contract/remembered-days';
import type { Experience } from '../sign-in-experience/query.ts';

type Mfa = Experience['mfa'];
export type Factor = Mfa['factors'][number];
export const prompts = ['NoPrompt', 'PromptAtSignInAndSignUp', 'PromptOnlyAtSignIn'] as const;
export type Prompt = (typeof prompts)[number];
export const organizationPolicies = ['NoPrompt', 'Mandatory'] as const;

export type MfaValues = {
  factors: Factor[];
  isMandatory: boolean;
  prompt: Prompt;
  organizationPolicy: (typeof organizationPolicies)[number];
  remembersDevices: boolean;
  rememberedDays: number | '';
};

const usualDays = 30;

const promptOf = (policy: Mfa['policy']): Prompt =>
  policy === 'NoPrompt' || policy === 'PromptOnlyAtSignIn' ? policy : 'PromptAtSignInAndSignUp';

/** A policy needs at least one factor. */
const withoutPolicy = {
  isMandatory: false,
  prompt: 'NoPrompt',
  organizationPolicy: 'NoPrompt',
  remembersDevices: false,
  rememberedDays: usualDays,
} as const;

export const mfaValuesOf = ({ mfa }: Experience): MfaValues =>
  mfa.factors.length === 0
    ? { factors: [], ...withoutPolicy }
    : {
        factors: mfa.factors,
        isMandatory: mfa.policy === 'Mandatory',
        prompt: promptOf(mfa.policy),
        organizationPolicy: mfa.organizationRequiredMfaPolicy ?? 'NoPrompt',
        remembersDevices: mfa.rememberedDevices?.enabled ?? false,
        rememberedDays: mfa.rememberedDevices?.days ?? usualDays,
      };

export const mfaOf = (values: MfaValues, { mfa }: Experience): Mfa => {
  const { factors, isMandatory, prompt, organizationPolicy, remembersDevices } = values;
  const days = values.rememberedDays === '' ? usualDays : values.rememberedDays;
  const isSaid = mfa.organizationRequiredMfaPolicy !== undefined || organizationPolicy !== 'NoPrompt';
  return {
    factors,
    policy: isMandatory ? 'Mandatory' : prompt,
    ...(isSaid && { organizationRequiredMfaPolicy: organizationPolicy }),
    ...((mfa.rememberedDevices || remembersDevices) && { rememberedDevices: { enabled: remembersDevices, days } }),
  };
};

/** Page order, independent of the order of activation. */
const order: readonly Factor[] = ['WebAuthn', 'Totp', 'PhoneVerificationCode', 'EmailVerificationCode', 'BackupCode'];

export const withFactor = (values: MfaValues, factor: Factor, isOn: boolean): MfaValues => {
  const chosen = order.filter((one) => (one === factor ? isOn : values.factors.includes(one)));
  return chosen.length === 0 ? { factors: [], ...withoutPolicy } : { ...values, factors: chosen };
};

export const hasValidDays = ({ remembersDevices, rememberedDays }: MfaValues): boolean =>
  !remembersDevices ||
  (rememberedDays !== '' &&
    Number.isInteger(rememberedDays) &&
    rememberedDays >= 1 &&
    rememberedDays <= maxRememberedDays);

export const isBackupAlone = ({ factors }: Pick<MfaValues, 'factors'>): boolean =>
  factors.length === 1 && factors[0] === 'BackupCode';

export const codeOf: Partial<Record<Factor, 'email' | 'phone'>> = {
  EmailVerificationCode: 'email',
  PhoneVerificationCode: 'phone',
};

/** A code used as a sign-in method can't also be a second factor. */
export const isSignInCode = (factor: Factor, { signIn }: Pick<Experience, 'signIn'>): boolean =>
  signIn.methods.some(({ identifier, verificationCode }) => verificationCode && identifier === codeOf[factor]);

export const unreachable = (
  { factors }: Pick<MfaValues, 'factors'>,
  reach: { email: boolean; phone: boolean },
): Factor[] =>
  factors.filter((factor) => {
    const code = codeOf[factor];
    return code !== undefined && !reach[code];
  });
