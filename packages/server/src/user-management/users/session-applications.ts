// The applications of sessions, read for a whole page at once.
import type { SessionApplication } from '@tessera/contract/user-sessions';
import { builtInApps } from '../../authorization/oidc/applications-as-clients.ts';
import { clientIdOf, hasClientIdIn } from '../../authorization/oidc/client-ids.ts';
import type { Context } from '../../context.ts';
import type { SessionPayload } from './end-sessions.ts';

type Known = Pick<SessionApplication, 'id' | 'name' | 'type' | 'isThirdParty'>;
/** A deleted application. */
export const unknownApplication = (id: string): Known => ({ id, name: null, type: null, isThirdParty: false });
type GrantPayload = { openid?: { scope?: string } };

/** By client ID. */
export const knownApplications = async ({ db }: Context, clientIds: string[]): Promise<Map<string, Known>> => {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'name', 'type', 'isThirdParty', 'metadataUrl'])
    .where(hasClientIdIn([...new Set(clientIds), '']))
    .execute();
  const builtIn = Object.entries(builtInApps).map(
    ([id, { name }]) => [id, { id, name, type: null, isThirdParty: false }] as const,
  );
  const stored = rows.map(
    ({ metadataUrl, ...row }) => [clientIdOf({ id: row.id, metadataUrl }), row as Known] as const,
  );
  return new Map<string, Known>([...builtIn, ...stored]);
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

/** Grants with a refresh token. */
export const renewableGrants = async ({ db }: Context, grantIds: string[]): Promise<Set<string | null>> => {
  const rows = await db
    .selectFrom('oidcModelInstances')
    .select('grantId')
    .distinct()
    .where('modelName', '=', 'RefreshToken')
    .where('grantId', 'in', [...grantIds, ''])
    .where('consumedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ grantId }) => grantId));
};

/** By session ID. */
export const applicationsOf = async (
  ctx: Context,
  sessions: SessionPayload[],
): Promise<Map<string, SessionApplication[]>> => {
  const reached = sessions.flatMap(({ uid, authorizations = {} }) =>
    Object.entries(authorizations).map(([id, { grantId = '' }]) => ({ uid, id, grantId })),
  );
  const grantIds = reached.map(({ grantId }) => grantId);
  const [known, scopes, refreshable] = await Promise.all([
    knownApplications(
      ctx,
      reached.map(({ id }) => id),
    ),
    scopesByGrant(ctx, [...grantIds, '']),
    renewableGrants(ctx, grantIds),
  ]);
  const bySession = new Map<string, SessionApplication[]>();
  for (const { uid, id, grantId } of reached) {
    const application = { ...(known.get(id) ?? unknownApplication(id)), scopes: scopes.get(grantId) ?? [] };
    const shown = { ...application, hasRefreshToken: refreshable.has(grantId) };
    bySession.set(uid, [...(bySession.get(uid) ?? []), shown]);
  }
  return bySession;
};
