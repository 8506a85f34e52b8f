// Deletes logs past a tenant's retention: whole partitions no tenant keeps, single rows otherwise. It stops after a
// time limit and continues in the next run; nothing depends on it, since expired entries are never shown.
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import type { Settings } from '../../settings.ts';
import { keptSince } from './retention.ts';

const batch = 5_000;

// Rows of a partitioned table are found by key, since a ctid does not identify the partition.
const oldest = (table: 'logs' | 'change_records', before: Date): RawBuilder<unknown> => sql`
  delete from ${sql.table(table)} where (created_at, id) in (
    select created_at, id from ${sql.table(table)} where created_at < ${before} order by created_at limit ${batch})`;

const forgetOldest = async (databases: Databases, tenantId: string, before: Date, until: number) => {
  const db = databases.of(tenantId);
  for (const table of ['logs', 'change_records'] as const) {
    for (let removed = batch; removed === batch && performance.now() < until; ) {
      const { numAffectedRows = 0n } = await oldest(table, before).execute(db);
      removed = Number(numAffectedRows);
    }
  }
};

type Options = { databases: Databases; settings: Settings; clock: Clock };

/** Partitions that no tenant keeps. */
export const dropOldPartitions = async ({ databases, settings, clock }: Options) => {
  const db = databases.of(adminTenant);
  const plans = await db.selectFrom('tenants').select('planId').distinct().execute();
  const kinds = [{ id: adminTenant, planId: '' }, ...plans.map(({ planId }) => ({ id: '', planId }))];
  const earliest = Math.min(...kinds.map((tenant) => keptSince(settings, tenant, clock.now()) ?? 0));
  if (earliest === 0) return;
  await sql`select drop_log_partitions((${new Date(earliest)}::timestamptz at time zone 'UTC')::date)`.execute(db);
};

/** Deletes one tenant's entries until the time limit; the next pass continues. */
export const forgetLogs = async (
  { databases, settings, clock }: Options,
  tenant: { id: string; planId: string },
  until: number,
) => {
  const since = keptSince(settings, tenant, clock.now());
  if (since !== undefined) await forgetOldest(databases, tenant.id, new Date(since), until);
};
