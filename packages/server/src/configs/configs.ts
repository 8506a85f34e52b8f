// Settings of a tenant that have no entity of their own.
import { type adminConsoleConfig, configs } from '@tessera/contract/configs';
import type * as z from 'zod/mini';
import type { Database } from '../database/tenant-database.ts';
import { serve } from '../http/serve.ts';

const key = 'adminConsole';
const initial = { signInExperienceCustomized: false, organizationCreated: false };

type AdminConsole = z.output<typeof adminConsoleConfig>;

const stored = (db: Database) => db.selectFrom('tenantConfigs').select('value').where('key', '=', key);
const asConfig = (row: { value: unknown } | undefined): AdminConsole => ({ ...initial, ...(row?.value as object) });

export default serve(configs, {
  adminConsole: async ({ db }) => asConfig(await stored(db).executeTakeFirst()),
  updateAdminConsole: async ({ change }, { body }) => {
    // What was sent as nothing is nothing sent.
    const sent = Object.fromEntries(Object.entries(body).filter(([, field]) => field !== undefined));
    // Locked while it is merged, so that two who set different things both succeed.
    const before = await stored(await change.transaction())
      .forUpdate()
      .executeTakeFirst();
    const value: AdminConsole = { ...asConfig(before), ...sent };
    if (before) await change.update('tenantConfigs', { key }, { value });
    else await change.insert('tenantConfigs', { key, value }, ['key']);
    return value;
  },
});
