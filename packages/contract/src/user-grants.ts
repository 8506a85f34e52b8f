// A user's grants: the applications that can access the account, with or without a session.
import * as z from 'zod/mini';
import { pageQuery, timestamp } from './fields.ts';
import { del, get, resource } from './kit.ts';
import { sessionApplication } from './user-sessions.ts';

export const userGrant = z.object({
  id: z.string(),
  application: z.extend(z.omit(sessionApplication, { scopes: true, hasRefreshToken: true }), {
    logoUrl: z.nullable(z.string()),
  }),
  scopes: z.array(z.string()),
  /** The scopes of APIs among them, as consent describes them. */
  permissions: z.array(z.object({ name: z.string(), description: z.nullable(z.string()) })),
  /** The user's organizations that the application can access, by name, and at most 100 of them. */
  organizations: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The application can refresh its tokens without the user. */
  hasRefreshToken: z.boolean(),
  grantedAt: timestamp,
  expiresAt: timestamp,
});
export type UserGrant = z.output<typeof userGrant>;

export const userGrants = resource('user-grants', 'management', {
  list: get('/users/:userId/grants', { query: z.object(pageQuery), response: z.array(userGrant), paged: 'always' }),
  /** Revokes the application's access and its tokens. */
  remove: del('/users/:userId/grants/:grantId', { change: 'user.grant-revoked' }),
  /** Revokes all grants of an application. */
  removeApplication: del('/users/:userId/granted-applications/:applicationId', { change: 'user.grant-revoked' }),
});
