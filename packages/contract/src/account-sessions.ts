// The user's own sessions and application grants.
import * as z from 'zod/mini';
import { pageQuery, timestamp } from './fields.ts';
import { del, get } from './kit.ts';
import { sessionApplication, userSession } from './user-sessions.ts';

/** Whether it is the calling token's session or grant. */
const isCurrent = z.boolean();
const ownSession = z.extend(userSession, { isCurrent });
export type OwnSession = z.output<typeof ownSession>;

export const ownGrant = z.object({
  id: z.string(),
  application: z.extend(z.omit(sessionApplication, { scopes: true, hasRefreshToken: true }), {
    logoUrl: z.nullable(z.string()),
  }),
  scopes: z.array(z.string()),
  /** The scopes of APIs among them, as consent describes them. */
  permissions: z.array(z.object({ name: z.string(), description: z.nullable(z.string()) })),
  /** The application can refresh its tokens without the user. */
  hasRefreshToken: z.boolean(),
  grantedAt: timestamp,
  expiresAt: timestamp,
  isCurrent,
});
export type OwnGrant = z.output<typeof ownGrant>;

const sessions = '/my-account/sessions';
const grants = '/my-account/grants';

export const accountSessions = {
  listSessions: get(sessions, { query: z.object(pageQuery), response: z.array(ownSession), paged: 'always' }),
  /** All except the current one. */
  endOtherSessions: del(sessions, { change: 'user.sessions-ended' }),
  endSession: del(`${sessions}/:sessionId`, { change: 'user.session-ended' }),
  listGrants: get(grants, { query: z.object(pageQuery), response: z.array(ownGrant), paged: 'always' }),
  /** Revokes the application's access and its tokens. */
  revokeGrant: del(`${grants}/:grantId`, { change: 'user.grant-revoked' }),
};
