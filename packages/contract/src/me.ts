// The me API: what a console user reads and changes about themself, below the admin tenant.
import * as z from 'zod/mini';
import { jsonObject } from './fields.ts';
import { get, patch, resource } from './kit.ts';
import { user } from './users.ts';

export const me = resource('me', 'me', {
  get: get('', { response: z.extend(user, { hasPassword: z.optional(z.boolean()) }) }),
  customData: get('/custom-data', { response: jsonObject }),
  updateCustomData: patch('/custom-data', {
    body: jsonObject,
    response: jsonObject,
    change: 'user.custom-data-updated',
  }),
});
