// Which tag a feature carries, so that people see what their plan has to do with it.
import { addOnKeys, type FeatureKey, isPaid, isSelectable } from '@tessera/contract/plans';

export type PlanTag = 'pro' | 'add_on' | 'bundle';

/** What an add-on costs in a month, in dollars, and where it is remembered that somebody has read so. */
export const addOns = {
  mfaEnabled: { price: 48, notice: 'mfaUpsellNoticeAcknowledged' },
  securityFeaturesEnabled: { price: 48, notice: 'securityFeaturesUpsellNoticeAcknowledged' },
} as const;
export type AddOn = keyof typeof addOns;
export const isAddOn = (feature: FeatureKey): feature is AddOn => Object.hasOwn(addOns, feature);

/** `undefined`: none, because nothing is to be paid for, or an agreement covers everything. */
export function planTagOf(planId: string | undefined, feature: FeatureKey): PlanTag | undefined {
  if (planId === undefined || !isSelectable(planId)) return undefined;
  if (!isPaid(planId)) return 'pro';
  if (!addOnKeys.has(feature)) return undefined;
  return feature === 'securityFeaturesEnabled' ? 'bundle' : 'add_on';
}
