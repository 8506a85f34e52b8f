// Features the installation offers applications.
import * as z from 'zod/mini';
import { get, resource } from './kit.ts';

export const systems = resource('systems', 'management', {
  application: get('/systems/application', {
    response: z.object({ protectedApps: z.object({ defaultDomain: z.string() }) }),
  }),
});
