// MFA requirements reported at the end of a sign-in, and the page for each.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Problem } from '../api.ts';
import { supportsPasskeys } from './passkey-support.ts';

export type FactorType = SignInExperience['mfa']['factors'][number];
export type FactorDemand = {
  /** Verify an existing factor, or set up a new one. */
  kind: 'verification' | 'binding';
  factors: FactorType[];
  masked: Partial<Record<FactorType, string>>;
  skippable: boolean;
  suggestion: boolean;
  /** For how many days this browser can be remembered, if at all. */
  rememberDays?: number | undefined;
};

const kinds: Record<string, FactorDemand['kind']> = {
  'session.mfa.require_mfa_verification': 'verification',
  'user.missing_mfa': 'binding',
  'session.mfa.suggest_additional_mfa': 'binding',
  'session.mfa.backup_code_required': 'binding',
};

const isUsable = (factor: FactorType) => factor !== 'WebAuthn' || supportsPasskeys();

export const factorDemand = ({ code, data }: Problem): FactorDemand | undefined => {
  const kind = kinds[code];
  if (!kind) return undefined;
  const given = (data ?? {}) as {
    availableFactors?: FactorType[];
    maskedIdentifiers?: FactorDemand['masked'];
    skippable?: boolean;
    suggestion?: boolean;
    rememberDays?: number;
  };
  const { availableFactors = ['BackupCode'], maskedIdentifiers: masked = {} } = given;
  const { skippable = false, suggestion = false, rememberDays } = given;
  // A suggestion lists all factors; those with a masked address are set up already.
  const all = availableFactors.filter((factor) => !suggestion || !(factor in masked));
  const usable = all.filter(isUsable);
  return { kind, factors: usable.length > 0 ? usable : all, masked, skippable, suggestion, rememberDays };
};

/** Verification starts with the first factor and offers others; setup starts with a choice. */
export const placeOf = ({ kind, factors }: FactorDemand): string =>
  kind === 'verification' || factors.length === 1 ? `/mfa-${kind}/${factors[0]}` : `/mfa-${kind}`;

/** Pages with typed input remain in the history; completed steps do not. */
export const isStepBefore = (path: string) => /^\/(sign-in|register)(\/password)?$/.test(path);

/** The page before a factor: the choice, or the beginning of the sign-in. */
export const backOf = ({ kind, factors }: FactorDemand): string | undefined =>
  factors.length > 1 ? `/mfa-${kind}` : kind === 'verification' ? '/sign-in' : undefined;
