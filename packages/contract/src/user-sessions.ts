// A user's sessions: one per browser, with the applications used in it.
import * as z from 'zod/mini';
import { applicationType } from './applications.ts';
import { pageQuery, timestamp } from './fields.ts';
import { del, get, resource } from './kit.ts';

const nullableString = z.nullable(z.string());

export const sessionApplication = z.object({
  id: z.string(),
  /** Null for deleted and built-in applications. */
  name: nullableString,
  type: z.nullable(applicationType),
  isThirdParty: z.boolean(),
  /** User scopes of the application. */
  scopes: z.array(z.string()),
  /** It can refresh its tokens without the user. */
  hasRefreshToken: z.boolean(),
});
export type SessionApplication = z.output<typeof sessionApplication>;

export const userSession = z.object({
  id: z.string(),
  userId: z.string(),
  signedInAt: timestamp,
  lastActiveAt: timestamp,
  /** Extended whenever the session is used. */
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
  /** Signs the user out everywhere: ends all sessions, refresh tokens and opaque access tokens. */
  removeAll: del(all, { change: 'user.sessions-ended' }),
  remove: del(`${all}/:sessionId`, { change: 'user.session-ended' }),
});
