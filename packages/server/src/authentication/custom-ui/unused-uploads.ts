// Removes unused custom UI uploads. They are kept for a week after the next upload, or after their own, so that a draft
// can still be saved and a mistake undone.
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { isUnused } from '../../infrastructure/stored-files/stored-files.ts';

// The rest is left for the next run.
const most = 50;

/** Returns whether there are unreferenced files. */
export const removeUnusedUploads = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ hasUnusedFiles: boolean }>`
    with gone as (
      delete from custom_ui_assets where id in (
        select asset.id from custom_ui_assets as asset
        where not exists (select from sign_in_experiences where custom_ui_assets ->> 'id' = asset.id)
          and coalesce(
            (select min(later.created_at) from custom_ui_assets as later where later.created_at > asset.created_at),
            asset.created_at
          ) < now() - interval '7 days'
        limit ${most})
      returning id)
    select exists (select from gone) or exists (select from stored_files as file where ${isUnused})
      as has_unused_files`.execute(db);
  return rows[0]?.hasUnusedFiles ?? false;
};
