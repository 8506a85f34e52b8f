// A user's grants: applications with access, with or without a session.
import type { UserGrant } from '@tessera/contract/user-grants';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { knownApplications, renewableGrants, unknownApplication } from './session-applications.ts';

type GrantPayload = { clientId: string; iat: number; openid?: { scope?: string }; resources?: Record<string, string> };

const scopesOf = ({ openid, resources = {} }: GrantPayload): string[] =>
  [openid?.scope ?? '', ...Object.values(resources)].flatMap((scope) => scope.split(' ')).filter((name) => name !== '');

const logosOf = async ({ db }: Context, ids: string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('applicationSignInExperiences')
    .select(['applicationId', 'branding'])
    .where('applicationId', 'in', [...new Set(ids), ''])
    .execute();
  return new Map(
    rows.flatMap(({ applicationId, branding }) => {
      const { logoUrl } = branding as { logoUrl?: string };
      return logoUrl ? [[applicationId, logoUrl] as const] : [];
    }),
  );
};

type Permission = UserGrant['permissions'][number];

/** Descriptions of the scopes of APIs, by indicator and name. */
const permissionsOf = async (
  { db, services }: Context,
  grants: GrantPayload[],
): Promise<(grant: GrantPayload) => Permission[]> => {
  const asked = grants.flatMap(({ resources = {} }) => Object.entries(resources));
  const indicators = [...new Set(asked.map(([indicator]) => indicator)), ''];
  const names = [...new Set(asked.flatMap(([, scope]) => scope.split(' '))), ''];
  const ofApis = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select(['resources.indicator', 'scopes.name', 'scopes.description'])
    .where('resources.indicator', 'in', indicators)
    .where('scopes.name', 'in', names)
    .execute();
  const ofOrganizations = await db
    .selectFrom('organizationScopes')
    .select(['name', 'description'])
    .where('name', 'in', names)
    .execute();
  const { organizationsResource } = services.wire;
  const described = new Map([
    ...ofApis.map(({ indicator, name, description }) => [`${indicator} ${name}`, description] as const),
    ...ofOrganizations.map(({ name, description }) => [`${organizationsResource} ${name}`, description] as const),
  ]);
  return ({ resources = {} }) =>
    Object.entries(resources).flatMap(([indicator, scope]) =>
      scope
        .split(' ')
        .filter((name) => name !== '')
        .map((name) => ({ name, description: described.get(`${indicator} ${name}`) ?? null })),
    );
};

type Organizations = UserGrant['organizations'];
const mostOrganizations = 100;

/** Organizations open to these applications. */
const organizationsOf = async (
  { db }: Context,
  userId: string,
  applicationIds: string[],
): Promise<Map<string, Organizations>> => {
  const { rows } = await sql<{ applicationId: string; id: string; name: string }>`
    select application.id as application_id, opened.id, opened.name
    from unnest(${[...new Set(applicationIds)]}::text[]) as application (id), lateral (
      select organizations.id, organizations.name
      from application_user_consent_organizations as consented
      join organizations on organizations.tenant_id = consented.tenant_id
        and organizations.id = consented.organization_id
      where consented.application_id = application.id and consented.user_id = ${userId}
      order by organizations.name, organizations.id
      limit ${mostOrganizations}
    ) as opened
    order by opened.name, opened.id`.execute(db);
  const opened = new Map<string, Organizations>();
  for (const { applicationId, ...organization } of rows) {
    opened.set(applicationId, [...(opened.get(applicationId) ?? []), organization]);
  }
  return opened;
};

export const listGrants = async (ctx: Context, userId: string): Promise<UserGrant[]> => {
  const rows = await ctx.page(
    ctx.db
      .selectFrom('oidcModelInstances')
      .select(['id', 'payload', 'expiresAt'])
      .where('modelName', '=', 'Grant')
      .where('accountId', '=', userId)
      .where('expiresAt', '>', sql<number>`now()`)
      .orderBy('expiresAt', 'desc')
      .orderBy('id'),
  );
  const grants = rows.map(({ payload, ...row }) => ({ ...row, payload: payload as unknown as GrantPayload }));
  const clientIds = grants.map(({ payload }) => payload.clientId);
  const applications = await knownApplications(ctx, clientIds);
  const applicationIds = [...applications.values()].map(({ id }) => id);
  const [logos, organizations, describe, renewable] = await Promise.all([
    logosOf(ctx, applicationIds),
    organizationsOf(ctx, userId, applicationIds),
    permissionsOf(
      ctx,
      grants.map(({ payload }) => payload),
    ),
    renewableGrants(
      ctx,
      grants.map(({ id }) => id),
    ),
  ]);
  const applicationOf = ({ clientId }: GrantPayload) => applications.get(clientId) ?? unknownApplication(clientId);
  return grants.map(({ id, payload, expiresAt }) => ({
    id,
    application: { ...applicationOf(payload), logoUrl: logos.get(applicationOf(payload).id) ?? null },
    scopes: scopesOf(payload),
    permissions: describe(payload),
    organizations: organizations.get(applicationOf(payload).id) ?? [],
    hasRefreshToken: renewable.has(id),
    grantedAt: payload.iat * 1000,
    expiresAt,
  }));
};
