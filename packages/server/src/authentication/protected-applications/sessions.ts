// Sessions at the gateway. A session rests on the grant of its sign-in, which every sign-out, suspension and revocation
// deletes, so nothing else has to end it. Read for each request, like all sessions.
import { sql } from 'kysely';
import { mayIssue } from '../../authorization/oidc/may-issue.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Database, Databases, Statement } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { Site } from './sites.ts';

/** `id`: the digest of the cookie. */
export type GatewaySession = { id: string; userId: string };

const find: Statement = {
  name: 'protected-app-session',
  // A duration that has become shorter counts for earlier sign-ins, too.
  text: `select session.user_id as "userId" from protected_app_sessions as session
    join oidc_model_instances as permission on permission.tenant_id = session.tenant_id
      and permission.model_name = 'Grant' and permission.id = session.grant_id
    where session.tenant_id = current_setting('tessera.tenant') and session.id = $1 and session.application_id = $2
      and session.host = $3 and session.expires_at > now()
      and session.created_at > now() - $4::int * interval '1 second'`,
};

export const findSession = async (
  databases: Databases,
  { tenantId, applicationId, host, sessionDuration }: Site,
  cookie: string,
): Promise<GatewaySession | undefined> => {
  const id = digestOf(cookie);
  const [row] = await databases.run<{ userId: string }>(tenantId, find, [id, applicationId, host, sessionDuration]);
  return row && { id, userId: row.userId };
};

/** The value of the cookie. */
export const createSession = async (
  db: Database,
  { applicationId, host, sessionDuration }: Site,
  { userId, grantId }: { userId: string; grantId: string },
): Promise<string> => {
  const cookie = random.tokenId();
  const expiresAt = sql<Date>`now() + ${sessionDuration}::int * interval '1 second'`;
  await db.transaction().execute(async (tx) => {
    const decision = await mayIssue(tx, userId);
    if (!decision.allowed) throw new RequestError('oidc.access_denied');
    // It would expire with the session of the sign-in page, which can be shorter.
    const kept = await tx
      .updateTable('oidcModelInstances')
      .set({ expiresAt: sql`greatest(expires_at, ${expiresAt})` })
      .where('modelName', '=', 'Grant')
      .where('id', '=', grantId)
      .where('accountId', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!kept) throw new RequestError('oidc.invalid_grant');
    await tx
      .insertInto('protectedAppSessions')
      .values({ id: digestOf(cookie), applicationId, host, userId, grantId, expiresAt })
      .execute();
  });
  return cookie;
};

export const endSession = async (db: Database, { applicationId }: Site, cookie: string): Promise<void> => {
  await db
    .deleteFrom('protectedAppSessions')
    .where('id', '=', digestOf(cookie))
    .where('applicationId', '=', applicationId)
    .execute();
};
