// Features the installation offers applications. Protected ones need a domain for their hosts; without it there are none.
import { systems } from '@tessera/contract/systems';
import * as z from 'zod/mini';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';

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
