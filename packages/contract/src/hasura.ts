// Hasura webhook authentication: who sends a request, and may they use this role?
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { get, resource } from './kit.ts';

export const hasura = resource('hasura', 'public', {
  authorize: get('/authn/hasura', {
    query: z.object({ resource: text(1, 512), unauthorizedRole: z.optional(text(1, 128)) }),
    response: z.object({ 'X-Hasura-User-Id': z.optional(z.string()), 'X-Hasura-Role': z.optional(z.string()) }),
  }),
});
