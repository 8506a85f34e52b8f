// What the installation offers to applications. Protected ones need a domain below which they get their hosts; the
// installation says so in its settings by key, and without it there are none.
import { systems } from '@tessera/contract/systems';
import * as z from 'zod/mini';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';

const key = 'protectedApps';
const offer = z.object({ defaultDomain: z.string().check(z.minLength(1)) });

export default serve(systems, {
  application: async ({ db }) => {
    const row = await db.selectFrom('systemSettings').select('value').where('key', '=', key).executeTakeFirst();
    const protectedApps = z.safeParse(offer, row?.value);
    if (!protectedApps.success) throw new RequestError('application.protected_app_not_configured');
    return { protectedApps: protectedApps.data };
  },
});
