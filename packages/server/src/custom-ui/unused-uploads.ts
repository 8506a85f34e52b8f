// Pages that a tenant brought and no longer uses. They stay for a week after the next upload, or after their own when
// there was no other, so that a draft can still be saved and a mistake undone.
import { sql } from 'kysely';
import type { Database } from '../database/tenant-database.ts';
import type { AssetStore } from '../user-assets/disk-store.ts';
import { assetKey } from './read.ts';

// Files take longer to remove than rows; what is left waits for the next time.
const most = 50;

export const removeUnusedUploads = async (db: Database, assets: AssetStore, tenantId: string): Promise<void> => {
  // The row goes first: files without one are never served, a row without its files would be.
  const { rows } = await sql<{ id: string }>`
    delete from custom_ui_assets where id in (
      select asset.id from custom_ui_assets as asset
      where not exists (select from sign_in_experiences where custom_ui_assets ->> 'id' = asset.id)
        and coalesce(
          (select min(later.created_at) from custom_ui_assets as later where later.created_at > asset.created_at),
          asset.created_at
        ) < now() - interval '7 days'
      limit ${most})
    returning id`.execute(db);
  for (const { id } of rows) await assets.remove(assetKey(tenantId, id, 'index.html'));
};
