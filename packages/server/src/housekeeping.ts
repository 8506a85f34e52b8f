// Work nobody waits for: removing what has expired, and making the next months' partitions of the logs. Every node tries; whoever
// gets the lock does it. Nothing depends on it having run, since expiry is checked wherever a thing is used.
import { sql } from 'kysely';
import type { Databases } from './database/tenant-database.ts';
import { adminTenant } from './http/place.ts';
import type { Log } from './log.ts';
import { forgetLogs } from './logs/forget-logs.ts';
import type { Settings } from './settings.ts';

const every = 10 * 60_000;
const batch = 5_000;

const cleanTenant = async (databases: Databases, tenantId: string) => {
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
};

export const cleanAll = async (databases: Databases, settings: Settings) => {
  const db = databases.of(adminTenant);
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('tessera-housekeeping')) as got`.execute(tx);
    if (!rows[0]?.got) return;
    // Each in a transaction of its own: months are made and dropped under locks that nobody here may hold meanwhile.
    await sql`select ensure_log_partitions(current_date, 3)`.execute(db);
    await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(tx);
    const tenants = await db.selectFrom('tenants').select(['id', 'planId']).execute();
    for (const { id } of tenants) await cleanTenant(databases, id);
    await forgetLogs(databases, settings, tenants, Date.now());
  });
};

export const startHousekeeping = (databases: Databases, settings: Settings, log: Log) => {
  const run = () =>
    cleanAll(databases, settings).catch((error: Error) => log.warn({ error: error.message }, 'housekeeping failed'));
  const timer = setInterval(run, every);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
