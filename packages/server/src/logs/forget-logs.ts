// Removing what is older than a tenant keeps: whole months where nobody keeps them any more, single rows elsewhere. It
// stops when it has worked long enough, and the next run goes on; nothing depends on it, since nobody is shown old entries.
import { type RawBuilder, sql } from 'kysely';
import type { Databases } from '../database/tenant-database.ts';
import { adminTenant } from '../http/place.ts';
import type { Settings } from '../settings.ts';
import { keptSince } from './retention.ts';

const batch = 5_000;
/** The caller holds a transaction open meanwhile, which the database ends after thirty seconds of silence. */
const patienceMs = 15_000;

// Rows of a partitioned table are found by their key: a place in a file says nothing about which partition it is in.
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

export const forgetLogs = async (
  databases: Databases,
  settings: Settings,
  tenants: { id: string; planId: string }[],
  now: number,
) => {
  const until = performance.now() + patienceMs;
  const kept = tenants.map((tenant) => ({ id: tenant.id, since: keptSince(settings, tenant, now) }));
  const earliest = Math.min(...kept.map(({ since = 0 }) => since));
  if (earliest > 0) {
    await sql`select drop_log_partitions((${new Date(earliest)}::timestamptz at time zone 'UTC')::date)`.execute(
      databases.of(adminTenant),
    );
  }
  for (const { id, since } of kept) {
    if (since !== undefined) await forgetOldest(databases, id, new Date(since), until);
  }
};
