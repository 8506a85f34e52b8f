// Sign-in experience features a plan may lack. Unchanged or disabled features are not checked, so that the rest can
// still be saved after a downgrade.
import { isDeepStrictEqual } from 'node:util';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Context } from '../../context.ts';

const isOn = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false;

const security = ['captchaPolicy', 'sentinelPolicy', 'emailBlocklistPolicy'] as const;

export const checkPlan = async (ctx: Context, before: SignInExperience, sent: Partial<SignInExperience>) => {
  const wants = security.some(
    (part) => sent[part] && !isDeepStrictEqual(sent[part], before[part]) && Object.values(sent[part]).some(isOn),
  );
  if (wants) await ctx.quota('securityFeaturesEnabled');
  const { customUiAssets } = sent;
  if (customUiAssets && customUiAssets.id !== before.customUiAssets?.id) await ctx.quota('bringYourUiEnabled');
};
