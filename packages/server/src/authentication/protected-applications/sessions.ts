// Sessions at the gateway. A session rests on the grant of its sign-in, which every sign-out, suspension and revocation
// deletes, so nothing else has to end it. Read for each request, like all sessions, with one statement for those that come
// at the same moment.
import { sql } from 'kysely';
import { mayIssue } from '../../authorization/oidc/may-issue.ts';
import { createBatches } from '../../infrastructure/concurrency/batches.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Database, Databases, Statement } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { Site } from './sites.ts';

/** `id`: the digest of the cookie. */
export type GatewaySession = { id: string; userId: string };

/** `id`: the digest of the cookie. */
type Asked = { site: Site; id: string };

const find: Statement = {
  name: 'protected-app-sessions',
  // A duration that has become shorter counts for earlier sign-ins, too.
  text: `select asked.position::int, session.user_id as "userId"
    from unnest($1::text[], $2::text[], $3::text[], $4::int[])
      with ordinality as asked(id, application_id, host, duration, position)
    join protected_app_sessions as session on session.tenant_id = current_setting('tessera.tenant')
      and session.id = asked.id and session.application_id = asked.application_id and session.host = asked.host
      and session.expires_at > now() and session.created_at > now() - asked.duration * interval '1 second'
    join oidc_model_instances as permission on permission.tenant_id = session.tenant_id
      and permission.model_name = 'Grant' and permission.id = session.grant_id`,
};

export type Sessions = ReturnType<typeof createSessions>;

export const createSessions = (databases: Databases) => {
  const userIds = createBatches<Asked, string>(async (tenantId, asked) => {
    const rows = await databases.run<{ position: number; userId: string }>(tenantId, find, [
      asked.map(({ id }) => id),
      asked.map(({ site }) => site.applicationId),
      asked.map(({ site }) => site.host),
      asked.map(({ site }) => site.sessionDuration),
    ]);
    return new Map(rows.map(({ position, userId }) => [position - 1, userId]));
  });
  /** The session of this cookie at this site, unless it has ended. */
  return async (site: Site, cookie: string): Promise<GatewaySession | undefined> => {
    const id = digestOf(cookie);
    const userId = await userIds(site.tenantId, { site, id });
    return userId === undefined ? undefined : { id, userId };
  };
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
