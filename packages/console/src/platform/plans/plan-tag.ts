// The plan tag shown next to a feature.
import { addOnKeys, type FeatureKey, isPaid, isSelectable } from '@tessera/contract/plans';

export type PlanTag = 'pro' | 'add_on' | 'bundle';

/** Monthly price of each add-on in dollars, and the preference that records that its notice was read. */
export const addOns = {
  mfaEnabled: { price: 48, notice: 'mfaUpsellNoticeAcknowledged' },
  securityFeaturesEnabled: { price: 48, notice: 'securityFeaturesUpsellNoticeAcknowledged' },
} as const;
export type AddOn = keyof typeof addOns;
export const isAddOn = (feature: FeatureKey): feature is AddOn => Object.hasOwn(addOns, feature);

/** `undefined`: no tag, because the feature is free or covered by an enterprise agreement. */
export function planTagOf(planId: string | undefined, feature: FeatureKey): PlanTag | undefined {
  if (planId === undefined || !isSelectable(planId)) return undefined;
  if (!isPaid(planId)) return 'pro';
  if (!addOnKeys.has(feature)) return undefined;
  return feature === 'securityFeaturesEnabled' ? 'bundle' : 'add_on';
}
