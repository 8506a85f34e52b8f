// What the server says about second factors at the end of a sign-in, and the page that it leads to.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Problem } from '../api.ts';

export type FactorType = SignInExperience['mfa']['factors'][number];
export type FactorDemand = {
  /** One that the person has is to be shown, or a new one to be set up. */
  kind: 'verification' | 'binding';
  factors: FactorType[];
  masked: Partial<Record<FactorType, string>>;
  skippable: boolean;
  suggestion: boolean;
};

const kinds: Record<string, FactorDemand['kind']> = {
  'session.mfa.require_mfa_verification': 'verification',
  'user.missing_mfa': 'binding',
  'session.mfa.suggest_additional_mfa': 'binding',
  'session.mfa.backup_code_required': 'binding',
};

/** Apps that show these pages inside themselves have no passkeys. */
const isUsable = (factor: FactorType) =>
  factor !== 'WebAuthn' || (typeof PublicKeyCredential === 'function' && !('nativeSdk' in window));

export const factorDemand = ({ code, data }: Problem): FactorDemand | undefined => {
  const kind = kinds[code];
  if (!kind) return undefined;
  const given = (data ?? {}) as {
    availableFactors?: FactorType[];
    maskedIdentifiers?: FactorDemand['masked'];
    skippable?: boolean;
    suggestion?: boolean;
  };
  const { availableFactors: all = ['BackupCode'], maskedIdentifiers: masked = {} } = given;
  const usable = all.filter(isUsable);
  const { skippable = false, suggestion = false } = given;
  return { kind, factors: usable.length > 0 ? usable : all, masked, skippable, suggestion };
};

/** Who has several shows the first and may choose another; who sets one up chooses first. */
export const placeOf = ({ kind, factors }: FactorDemand): string =>
  kind === 'verification' || factors.length === 1 ? `/mfa-${kind}/${factors[0]}` : `/mfa-${kind}`;

/** What was typed on the way stays a step back; what was used up does not. */
export const isStepBefore = (path: string) => /^\/(sign-in|register)(\/password)?$/.test(path);
