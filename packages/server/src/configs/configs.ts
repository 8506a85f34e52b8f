// Settings of a tenant that have no entity of their own.
import { type adminConsoleConfig, configs } from '@tessera/contract/configs';
import type * as z from 'zod/mini';
import type { Context } from '../http/context.ts';
import { serve } from '../http/serve.ts';

const key = 'adminConsole';
const initial = { signInExperienceCustomized: false, organizationCreated: false };

type AdminConsole = z.output<typeof adminConsoleConfig>;

const read = async ({ db }: Context): Promise<AdminConsole> => {
  const row = await db.selectFrom('tenantConfigs').select('value').where('key', '=', key).executeTakeFirst();
  return { ...initial, ...(row?.value as object | undefined) };
};

export default serve(configs, {
  adminConsole: read,
  updateAdminConsole: async (ctx, { body }) => {
    // What was sent as nothing is nothing sent.
    const sent = Object.fromEntries(Object.entries(body).filter(([, field]) => field !== undefined));
    const value: AdminConsole = { ...(await read(ctx)), ...sent };
    const row = await ctx.change.update('tenantConfigs', { key }, { value });
    if (!row) await ctx.change.insert('tenantConfigs', { key, value }, ['key']);
    return value;
  },
});
