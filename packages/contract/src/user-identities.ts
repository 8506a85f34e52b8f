// Who a user is elsewhere: at social providers, and at companies with a sign-in of their own.
import * as z from 'zod/mini';
import { jsonObject, text } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { ssoIdentity } from './sso-identity.ts';
import { user } from './users.ts';

export const identity = z.object({ userId: text(1, 256), details: z.optional(jsonObject) });
const identities = z.record(z.string(), identity);

export const userIdentities = resource('user-identities', 'management', {
  listAll: get('/users/:userId/all-identities', {
    response: z.object({
      socialIdentities: z.array(z.object({ target: z.string(), identity })),
      ssoIdentities: z.array(z.object({ ssoConnectorId: z.string(), ssoIdentity })),
    }),
  }),
  add: post('/users/:userId/identities', {
    body: z.object({ connectorId: text(1, 128), connectorData: jsonObject }),
    response: identities,
    change: 'user.identity-added',
  }),
  get: get('/users/:userId/identities/:target', { response: z.object({ identity }) }),
  replace: put('/users/:userId/identities/:target', {
    body: identity,
    response: identities,
    change: 'user.identity-replaced',
  }),
  remove: del('/users/:userId/identities/:target', { response: user, change: 'user.identity-removed' }),
  getSso: get('/users/:userId/sso-identities/:ssoConnectorId', { response: z.object({ ssoIdentity }) }),
});
