// Log retention of a tenant: set by its plan in the cloud, otherwise by the operator, and unlimited by default. Older
// entries are hidden even before they are deleted.
import { quotaOf } from '@tessera/contract/plans';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import type { Settings } from '../../settings.ts';

const dayMs = 86_400_000;

type Tenant = { id: string; planId: string };

const retentionDays = ({ capabilities, logRetentionDays }: Settings, { id, planId }: Tenant): number | undefined => {
  const ofPlan = capabilities.hasPlans && !isAdminTenant(id) ? quotaOf(planId).auditLogsRetentionDays : null;
  return ofPlan ?? logRetentionDays;
};

/** The oldest time that is kept; `undefined` if everything is. */
export const keptSince = (settings: Settings, tenant: Tenant, now: number): number | undefined => {
  const days = retentionDays(settings, tenant);
  return days === undefined ? undefined : now - days * dayMs;
};
