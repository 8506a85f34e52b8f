// How long the logs of a tenant are kept: as long as its plan says in the cloud, as long as the operator says elsewhere,
// and for ever where nobody says anything. What is older is not shown, whether it has been removed yet or not.
import { quotaOf } from '@tessera/contract/plans';
import { adminTenant } from '../http/place.ts';
import type { Settings } from '../settings.ts';

const dayMs = 86_400_000;

type Tenant = { id: string; planId: string };

const retentionDays = ({ edition, logRetentionDays }: Settings, { id, planId }: Tenant): number | undefined => {
  const ofPlan = edition === 'cloud' && id !== adminTenant ? quotaOf(planId).auditLogsRetentionDays : null;
  return ofPlan ?? logRetentionDays;
};

/** The oldest moment that is kept; `undefined` if everything is. */
export const keptSince = (settings: Settings, tenant: Tenant, now: number): number | undefined => {
  const days = retentionDays(settings, tenant);
  return days === undefined ? undefined : now - days * dayMs;
};
