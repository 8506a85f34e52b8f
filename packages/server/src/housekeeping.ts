// Work nobody waits for: removing what has expired, making the next months' partitions of the logs, looking at custom
// domains. Every node tries; whoever gets the lock does it. Nothing depends on it having run, since expiry is checked
// wherever a thing is used.
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import { removeUnusedUploads } from './custom-ui/unused-uploads.ts';
import type { Databases } from './database/tenant-database.ts';
import type { DomainChecks } from './domains/check-domain.ts';
import { adminTenant } from './http/place.ts';
import type { Log } from './log.ts';
import { forgetLogs } from './logs/forget-logs.ts';
import type { Settings } from './settings.ts';
import type { AssetStore } from './user-assets/disk-store.ts';

type Parts = {
  databases: Databases;
  settings: Settings;
  assets: AssetStore;
  domainChecks: DomainChecks;
  clock: Clock;
  log: Log;
};

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
    sql`delete from hook_statistics where period < now() - interval '2 days'`,
    sql`delete from mailbox_messages where created_at < now() - interval '7 days'`,
    // Uploads that broke off, and what nobody has come back to; reports are kept for a while.
    sql`delete from user_imports where status not in ('checking', 'importing') and created_at < now() -
      case status when 'uploading' then interval '1 day' when 'checked' then interval '7 days' else interval '90 days' end`,
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

/** Answers whose rows it cleaned: nobody's, while another node is at it. */
export const cleanAll = async ({
  databases,
  settings,
  assets,
  clock,
}: Pick<Parts, 'databases' | 'settings' | 'assets' | 'clock'>): Promise<string[]> => {
  const db = databases.of(adminTenant);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('tessera-housekeeping')) as got`.execute(tx);
    if (!rows[0]?.got) return [];
    // Each in a transaction of its own: months are made and dropped under locks that nobody here may hold meanwhile.
    await sql`select ensure_log_partitions(current_date, 3)`.execute(db);
    await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(tx);
    const tenants = await db.selectFrom('tenants').select(['id', 'planId']).execute();
    for (const { id } of tenants) await cleanTenant(databases, assets, id);
    await forgetLogs(databases, settings, tenants, clock.now());
    return tenants.map(({ id }) => id);
  });
};

/** Outside any transaction: the DNS takes its time. */
const checkDomains = async ({ databases, domainChecks, log }: Parts, tenantIds: string[]) => {
  for (const tenantId of tenantIds) {
    const rows = await databases.of(tenantId).selectFrom('domains').selectAll().execute();
    for (const row of rows) {
      await domainChecks(tenantId, row).catch((error: Error) =>
        log.warn({ tenantId, domain: row.domain, error: error.message }, 'a custom domain could not be checked'),
      );
    }
  }
};

export const keepHouse = async (parts: Parts): Promise<void> => {
  try {
    await checkDomains(parts, await cleanAll(parts));
  } catch (error) {
    parts.log.warn({ error: (error as Error).message }, 'housekeeping failed');
  }
};

export const startHousekeeping = (parts: Parts) => {
  const timer = setInterval(() => void keepHouse(parts), every);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
