// The applications that were reached from sessions: read for a whole page of sessions at once.
import type { SessionApplication } from '@tessera/contract/user-sessions';
import type { Context } from '../http/context.ts';
import { demoApp, demoAppName } from '../oidc/applications-as-clients.ts';
import type { SessionPayload } from './end-sessions.ts';

type Known = Pick<SessionApplication, 'name' | 'type' | 'isThirdParty'>;
type GrantPayload = { openid?: { scope?: string } };

const knownApplications = async ({ db }: Context, ids: string[]): Promise<Map<string, Known>> => {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'name', 'type', 'isThirdParty'])
    .where('id', 'in', ids)
    .execute();
  const preview: Known = { name: demoAppName, type: null, isThirdParty: false };
  return new Map<string, Known>([[demoApp, preview], ...rows.map(({ id, ...row }) => [id, row as Known] as const)]);
};

const scopesByGrant = async ({ db }: Context, ids: string[]): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom('oidcModelInstances')
    .select(['id', 'payload'])
    .where('modelName', '=', 'Grant')
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, payload }) => {
      const { scope = '' } = (payload as GrantPayload).openid ?? {};
      return [id, scope.split(' ').filter((name) => name !== '')];
    }),
  );
};

/** The grants by which tokens can still be renewed. */
const renewable = async ({ db }: Context, grantIds: string[]): Promise<Set<string | null>> => {
  const rows = await db
    .selectFrom('oidcModelInstances')
    .select('grantId')
    .distinct()
    .where('modelName', '=', 'RefreshToken')
    .where('grantId', 'in', grantIds)
    .where('consumedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ grantId }) => grantId));
};

/** By the ids of the sessions. */
export const applicationsOf = async (
  ctx: Context,
  sessions: SessionPayload[],
): Promise<Map<string, SessionApplication[]>> => {
  const reached = sessions.flatMap(({ uid, authorizations = {} }) =>
    Object.entries(authorizations).map(([id, { grantId = '' }]) => ({ uid, id, grantId })),
  );
  const grantIds = reached.map(({ grantId }) => grantId);
  const [known, scopes, refreshable] = await Promise.all([
    knownApplications(ctx, [...new Set(reached.map(({ id }) => id)), '']),
    scopesByGrant(ctx, [...grantIds, '']),
    renewable(ctx, [...grantIds, '']),
  ]);
  const unknown: Known = { name: null, type: null, isThirdParty: false };
  const bySession = new Map<string, SessionApplication[]>();
  for (const { uid, id, grantId } of reached) {
    const application = { id, ...(known.get(id) ?? unknown), scopes: scopes.get(grantId) ?? [] };
    const shown = { ...application, hasRefreshToken: refreshable.has(grantId) };
    bySession.set(uid, [...(bySession.get(uid) ?? []), shown]);
  }
  return bySession;
};
