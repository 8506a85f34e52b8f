// A user's external identities: social and enterprise SSO.
import * as z from 'zod/mini';
import { customData, jsonObject, text } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { socialTokenSecret, ssoTokenSecret } from './secrets.ts';
import { ssoIdentity } from './sso-identity.ts';
import { user } from './users.ts';

export const identity = z.object({ userId: text(1, 256), details: z.optional(jsonObject) });
/** Stored in the user's row, with the same limit as custom data. */
const newIdentity = z.extend(identity, { details: z.optional(customData) });
const identities = z.record(z.string(), identity);

/** Whether to include metadata of stored tokens. */
const query = z.object({ includeTokenSecret: z.optional(z.string()) });
const social = z.object({ identity, tokenSecret: z.optional(socialTokenSecret) });
const sso = z.object({ ssoIdentity, tokenSecret: z.optional(ssoTokenSecret) });

export const userIdentities = resource('user-identities', 'management', {
  listAll: get('/users/:userId/all-identities', {
    query,
    response: z.object({
      socialIdentities: z.array(z.extend(social, { target: z.string() })),
      ssoIdentities: z.array(z.extend(sso, { ssoConnectorId: z.string() })),
    }),
  }),
  add: post('/users/:userId/identities', {
    body: z.object({ connectorId: text(1, 128), connectorData: jsonObject }),
    response: identities,
    change: 'user.identity-added',
  }),
  get: get('/users/:userId/identities/:target', { query, response: social }),
  replace: put('/users/:userId/identities/:target', {
    body: newIdentity,
    response: identities,
    change: 'user.identity-replaced',
  }),
  remove: del('/users/:userId/identities/:target', { response: user, change: 'user.identity-removed' }),
  getSso: get('/users/:userId/sso-identities/:ssoConnectorId', { query, response: sso }),
});
