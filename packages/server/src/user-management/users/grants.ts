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
  const [logos, describe, renewable] = await Promise.all([
    logosOf(
      ctx,
      [...applications.values()].map(({ id }) => id),
    ),
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
    hasRefreshToken: renewable.has(id),
    grantedAt: payload.iat * 1000,
    expiresAt,
  }));
};
