// Features of the tenant's plan, for pages that need them. The open-source edition has no plans.
import { useQuery } from '@tanstack/react-query';
import { type FeatureKey, quotaOf } from '@tessera/contract/plans';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAcknowledgement } from '../../app/acknowledgement.ts';
import { useServices } from '../../app/services.tsx';
import { DismissibleNotice } from '../../kit/dismissible-notice.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Tag } from '../../kit/tag.tsx';
import { tenantsQuery } from '../tenants/own-tenants.ts';
import classes from './plan.module.css';
import { type AddOn, addOns, isAddOn, planTagOf } from './plan-tag.ts';

function usePlanId(): string | undefined {
  const { api, settings } = useServices();
  const { data } = useQuery({ ...tenantsQuery(api), enabled: settings.capabilities.hasPlans });
  return data?.find(({ id }) => id === settings.tenantId)?.planId;
}

/** Everything counts as included until the plan has loaded. */
export function useIncluded(feature: FeatureKey): boolean {
  const planId = usePlanId();
  return planId === undefined || quotaOf(planId)[feature];
}

export function PlanTag({ feature }: { feature: FeatureKey }) {
  const { t } = useTranslation();
  const tag = planTagOf(usePlanId(), feature);
  return tag ? <Tag>{t(`plan.${tag}`)}</Tag> : null;
}

/** One-time notice about an add-on's price. */
function AddOnNotice({ feature }: { feature: AddOn }) {
  const { t, i18n } = useTranslation();
  const { price, notice } = addOns[feature];
  const { acknowledged, acknowledge } = useAcknowledgement(notice);
  const tag = planTagOf(usePlanId(), feature);
  if (acknowledged || tag === undefined || tag === 'pro') return null;
  const dollars = new Intl.NumberFormat(i18n.language, { style: 'currency', currency: 'USD' }).format(price);
  return <DismissibleNotice onDismiss={acknowledge}>{t(`plan.${tag}_notice`, { price: dollars })}</DismissibleNotice>;
}

type Props = {
  feature: FeatureKey;
  /** The feature is already in use, so it can still be disabled. */
  inUse?: boolean;
  children: ReactNode;
};

/** Settings of a feature, read-only if the plan lacks it. */
export function OfPlan({ feature, inUse = false, children }: Props) {
  const { t } = useTranslation();
  const isIncluded = useIncluded(feature);
  return (
    <>
      {!isIncluded && (
        <div className={classes.notice}>
          <Notice severity="warning">{t('plan.not_included')}</Notice>
        </div>
      )}
      {isAddOn(feature) && <AddOnNotice feature={feature} />}
      <fieldset className={classes.settings} disabled={!isIncluded && !inUse}>
        {children}
      </fieldset>
    </>
  );
}
