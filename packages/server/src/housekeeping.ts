// Work nobody waits for: removing what has expired, and making the next months' partitions. Every node tries; whoever
// gets the lock does it. Nothing depends on it having run, since expiry is checked wherever a thing is used.
import { sql } from 'kysely';
import { removeUnusedUploads } from './custom-ui/unused-uploads.ts';
import type { Databases } from './database/tenant-database.ts';
import { adminTenant } from './http/place.ts';
import type { Log } from './log.ts';
import type { AssetStore } from './user-assets/disk-store.ts';

const every = 10 * 60_000;
const batch = 5_000;

const cleanTenant = async (databases: Databases, assets: AssetStore, tenantId: string) => {
  const db = databases.of(tenantId);
  for (const statement of [
    sql`delete from oidc_model_instances where ctid in (
      select ctid from oidc_model_instances where expires_at < now() limit ${batch})`,
    sql`delete from replay_marks where expires_at < now()`,
    sql`delete from subject_tokens where expires_at < now()`,
    // Long after the last of them has expired.
    sql`delete from one_time_tokens where created_at < now() - interval '180 days'`,
    sql`delete from passcodes where created_at < now() - interval '1 day'`,
    sql`delete from verification_records where expires_at < now()`,
    sql`delete from mailbox_messages where created_at < now() - interval '7 days'`,
    sql`delete from oidc_session_extensions as extension
      where updated_at < now() - interval '15 days'
        and not exists (
          select from oidc_model_instances
          where model_name = 'Session' and uid = extension.session_uid and expires_at > now())`,
  ]) {
    await statement.execute(db);
  }
  await removeUnusedUploads(db, assets, tenantId);
};

const cleanAll = async (databases: Databases, assets: AssetStore) => {
  const db = databases.of(adminTenant);
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('tessera-housekeeping')) as got`.execute(tx);
    if (!rows[0]?.got) return;
    await sql`select ensure_log_partitions(current_date, 3)`.execute(tx);
    await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(tx);
    const tenants = await tx.selectFrom('tenants').select('id').execute();
    for (const { id } of tenants) await cleanTenant(databases, assets, id);
  });
};

export const startHousekeeping = (databases: Databases, assets: AssetStore, log: Log) => {
  const run = () =>
    cleanAll(databases, assets).catch((error: Error) => log.warn({ error: error.message }, 'housekeeping failed'));
  const timer = setInterval(run, every);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
