// The limits of a tenant's plan, in the cloud edition. The count and what it allows are one transaction under a lock, so
// that many creations at once end exactly at the limit.
import { addOnKeys, isPaid, type LimitKey, type QuotaKey, quotaOf } from '@tessera/contract/plans';
import { sql } from 'kysely';
import type { Transaction } from '../database/tenant-database.ts';
import type { Context } from '../http/context.ts';
import { adminTenant } from '../http/place.ts';
import { RequestError } from '../http/request-error.ts';

type Count = (tx: Transaction) => Promise<number>;

const applications =
  (condition: 'all' | 'machine' | 'thirdParty'): Count =>
  async (tx) => {
    const row = await tx
      .selectFrom('applications')
      .select(sql<number>`count(*)`.as('count'))
      .$if(condition === 'machine', (rest) => rest.where('type', '=', 'MachineToMachine'))
      .$if(condition === 'thirdParty', (rest) => rest.where('isThirdParty', '=', true))
      .executeTakeFirstOrThrow();
    return row.count;
  };

const counts: Partial<Record<LimitKey, Count>> = {
  applicationsLimit: applications('all'),
  machineToMachineLimit: applications('machine'),
  thirdPartyApplicationsLimit: applications('thirdParty'),
};

export const checkQuota = async ({ services, tenantId, change }: Context, key: QuotaKey) => {
  if (services.settings.edition === 'oss' || tenantId === adminTenant) return;
  const { planId } = await services.tenants.require(tenantId);
  const limit = quotaOf(planId)[key];
  if (typeof limit === 'boolean') {
    if (!limit) throw new RequestError('subscription.limit_exceeded', { data: { key, limit, usage: 0 } });
    return;
  }
  const count = counts[key as LimitKey];
  if (limit === null || count === undefined || (isPaid(planId) && addOnKeys.has(key))) return;
  const tx = await change.transaction();
  await sql`select pg_advisory_xact_lock(hashtext(${`quota/${tenantId}/${key}`}))`.execute(tx);
  const usage = await count(tx);
  if (usage >= limit) throw new RequestError('subscription.limit_exceeded', { data: { key, limit, usage } });
};
