// What the plan of a tenant includes, for pages whose features it may lack. The open-source edition has no plans.
import { useQuery } from '@tanstack/react-query';
import { type FeatureKey, quotaOf } from '@tessera/contract/plans';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { Notice } from '../kit/notice.tsx';
import { Tag } from '../kit/tag.tsx';
import { tenantsQuery } from '../tenants/own-tenants.ts';
import classes from './plan.module.css';
import { planTagOf } from './plan-tag.ts';

function usePlanId(): string | undefined {
  const { api, settings } = useServices();
  const { data } = useQuery({ ...tenantsQuery(api), enabled: settings.edition === 'cloud' });
  return data?.find(({ id }) => id === settings.tenantId)?.planId;
}

/** Until the plan is known, nothing is taken away. */
export function useIncluded(feature: FeatureKey): boolean {
  const planId = usePlanId();
  return planId === undefined || quotaOf(planId)[feature];
}

export function PlanTag({ feature }: { feature: FeatureKey }) {
  const { t } = useTranslation();
  const tag = planTagOf(usePlanId(), feature);
  return tag ? <Tag>{t(`plan.${tag}`)}</Tag> : null;
}

type Props = {
  feature: FeatureKey;
  /** Something of it is in use from before: it can still be switched off. */
  inUse?: boolean;
  children: ReactNode;
};

/** Settings of a feature: shown, but not to be changed where the plan lacks it. */
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
      <fieldset className={classes.settings} disabled={!isIncluded && !inUse}>
        {children}
      </fieldset>
    </>
  );
}
