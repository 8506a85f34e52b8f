// Tenant settings that belong to no other entity.
import { type adminConsoleConfig, configs } from '@tessera/contract/configs';
import type * as z from 'zod/mini';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { serve } from '../../serve.ts';

const key = 'adminConsole';
const initial = { signInExperienceCustomized: false, organizationCreated: false };

type AdminConsole = z.output<typeof adminConsoleConfig>;

const stored = (db: Database) => db.selectFrom('tenantConfigs').select('value').where('key', '=', key);
const asConfig = (row: { value: unknown } | undefined): AdminConsole => ({ ...initial, ...(row?.value as object) });

export default serve(configs, {
  adminConsole: async ({ db }) => asConfig(await stored(db).executeTakeFirst()),
  updateAdminConsole: async ({ change }, { body }) => {
    // Drop undefined values, which must not overwrite stored ones.
    const sent = Object.fromEntries(Object.entries(body).filter(([, field]) => field !== undefined));
    // Locked while merging, so that concurrent changes of different settings both succeed.
    const before = await stored(await change.transaction())
      .forUpdate()
      .executeTakeFirst();
    const value: AdminConsole = { ...asConfig(before), ...sent };
    if (before) await change.update('tenantConfigs', { key }, { value });
    else await change.insert('tenantConfigs', { key, value }, ['key']);
    return value;
  },
});
