// Removes avatars that console users uploaded and don't use a week later. Tenants' uploads are kept until they are
// deleted, since only the tenant knows where else they are used.
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

// The rest is left for the next run.
const most = 50;

/** `db` is the admin tenant's. */
export const removeUnusedPictures = async (db: Database): Promise<void> => {
  await sql`
    delete from user_assets where id in (
      select asset.id from user_assets as asset
      where user_id is not null and created_at < now() - interval '7 days'
        and not exists (select from users where users.id = asset.user_id and users.avatar = asset.url)
      limit ${most})`.execute(db);
};
