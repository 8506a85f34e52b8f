// The user's own sessions and application grants.
import * as z from 'zod/mini';
import { pageQuery } from './fields.ts';
import { del, get } from './kit.ts';
import { userGrant } from './user-grants.ts';
import { userSession } from './user-sessions.ts';

/** Whether it is the calling token's session or grant. */
const isCurrent = z.boolean();
const ownSession = z.extend(userSession, { isCurrent });
export type OwnSession = z.output<typeof ownSession>;

export const ownGrant = z.extend(userGrant, { isCurrent });
export type OwnGrant = z.output<typeof ownGrant>;

const sessions = '/my-account/sessions';
const grants = '/my-account/grants';
const grantedApplication = '/my-account/granted-applications/:applicationId';

export const accountSessions = {
  listSessions: get(sessions, { query: z.object(pageQuery), response: z.array(ownSession), paged: 'always' }),
  /** All except the current one. */
  endOtherSessions: del(sessions, { change: 'user.sessions-ended' }),
  endSession: del(`${sessions}/:sessionId`, { change: 'user.session-ended' }),
  listGrants: get(grants, { query: z.object(pageQuery), response: z.array(ownGrant), paged: 'always' }),
  /** Revokes the application's access and its tokens. */
  revokeGrant: del(`${grants}/:grantId`, { change: 'user.grant-revoked' }),
  /** Revokes all grants of an application. */
  revokeApplication: del(grantedApplication, { change: 'user.grant-revoked' }),
  /** The application keeps its grants, but not the organization. */
  closeOrganization: del(`${grantedApplication}/organizations/:organizationId`, {
    change: 'application.consent-organization-removed',
  }),
};
