// Iterates over all tenants by ID, for jobs.
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';

export const tenantsAfter = (databases: Databases, after: string | undefined, count: number) =>
  databases
    .of(adminTenant)
    .selectFrom('tenants')
    .select(['id', 'planId'])
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(count)
    .execute();
