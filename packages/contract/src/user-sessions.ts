// Where a user is signed in: one session for each browser, with the applications that were reached from it.
import * as z from 'zod/mini';
import { applicationType } from './applications.ts';
import { pageQuery, timestamp } from './fields.ts';
import { del, get, resource } from './kit.ts';

const nullableString = z.nullable(z.string());

export const sessionApplication = z.object({
  id: z.string(),
  /** What no longer exists, or is part of the product, has no name of its own. */
  name: nullableString,
  type: z.nullable(applicationType),
  isThirdParty: z.boolean(),
  /** What it may know about the user. */
  scopes: z.array(z.string()),
  /** It can renew its tokens without the user. */
  hasRefreshToken: z.boolean(),
});
export type SessionApplication = z.output<typeof sessionApplication>;

export const userSession = z.object({
  id: z.string(),
  userId: z.string(),
  signedInAt: timestamp,
  lastActiveAt: timestamp,
  /** Unless it is used before then. */
  expiresAt: timestamp,
  /** Of the sign-in. */
  ip: nullableString,
  userAgent: nullableString,
  applications: z.array(sessionApplication),
});
export type UserSession = z.output<typeof userSession>;

const all = '/users/:userId/sessions';

export const userSessions = resource('user-sessions', 'management', {
  list: get(all, { query: z.object(pageQuery), response: z.array(userSession), paged: 'always' }),
  get: get(`${all}/:sessionId`, { response: userSession }),
  /** Signed out everywhere: no session, refresh token or opaque access token of the user is good any more. */
  removeAll: del(all, { change: 'user.sessions-ended' }),
  remove: del(`${all}/:sessionId`, { change: 'user.session-ended' }),
});
