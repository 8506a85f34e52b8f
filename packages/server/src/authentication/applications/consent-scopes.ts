// Consent scopes of third-party applications: user data, API and organization permissions.
import { applicationConsentScopes, type ConsentScopes } from '@tessera/contract/consent-scopes';
import { userScopes, wireScope } from '@tessera/contract/user-scopes';
import type { Context } from '../../context.ts';
import { notDeleted, notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { findApplication } from './find-application.ts';

/** The table of each scope type, by its path segment. */
const kinds = {
  'user-scopes': { table: 'applicationUserConsentUserScopes', column: 'userScope' },
  'resource-scopes': { table: 'applicationUserConsentResourceScopes', column: 'scopeId' },
  'organization-scopes': { table: 'applicationUserConsentOrganizationScopes', column: 'organizationScopeId' },
  'organization-resource-scopes': { table: 'applicationUserConsentOrganizationResourceScopes', column: 'scopeId' },
} as const;
type Kind = keyof typeof kinds;
const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

export const requireThirdParty = async (ctx: Context, id: string) => {
  const { isThirdParty } = await findApplication(ctx, id);
  if (!isThirdParty) throw new RequestError('application.third_party_application_only');
};

/** Maps a user scope from its wire name to its database name. */
const storedUserScope = ({ services }: Context, name: string): string | undefined =>
  userScopes.find((known) => wireScope(services.wire, known) === name);

const ofResources = async (
  { db }: Context,
  kind: 'resource-scopes' | 'organization-resource-scopes',
  applicationId: string,
): Promise<ConsentScopes['resourceScopes']> => {
  const { table } = kinds[kind];
  const rows = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select(['scopes.id', 'scopes.name', 'scopes.description', 'resourceId', 'resources.name as resource', 'indicator'])
    .where('scopes.id', 'in', db.selectFrom(table).select('scopeId').where('applicationId', '=', applicationId))
    .orderBy('resources.name')
    .orderBy('resourceId')
    .orderBy('scopes.name')
    .execute();
  const groups = new Map<string, ConsentScopes['resourceScopes'][number]>();
  for (const { id, name, description, resourceId, resource, indicator } of rows) {
    const group = groups.get(resourceId) ?? { resource: { id: resourceId, name: resource, indicator }, scopes: [] };
    group.scopes.push({ id, name, description });
    groups.set(resourceId, group);
  }
  return [...groups.values()];
};

/** Permissions that third-party applications can have. */
export const checkScopes = async ({ db, services }: Context, ids: string[]) => {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select(['scopes.id', 'indicator'])
    .where('scopes.id', 'in', ids)
    .execute();
  if (rows.length < new Set(ids).size) throw new RequestError('application.user_consent_scopes_not_found');
  if (rows.some(({ indicator }) => services.wire.isManagementResource(indicator))) {
    throw new RequestError('application.consent_management_api_scopes_not_allowed');
  }
};

export const checkOrganizationScopes = async ({ db }: Context, ids: string[]) => {
  if (ids.length === 0) return;
  const rows = await db.selectFrom('organizationScopes').select('id').where('id', 'in', ids).execute();
  if (rows.length < new Set(ids).size) throw new RequestError('application.user_consent_scopes_not_found');
};

const add = ({ change }: Context, kind: Kind, applicationId: string, values: string[]) => {
  const { table, column } = kinds[kind];
  const rows = [...new Set(values)].map((value) => ({ applicationId, [column]: value }) as never);
  return change.insertMissing(table, rows, ['applicationId', column]);
};

export default serve(applicationConsentScopes, {
  get: async (ctx, { params: { applicationId } }) => {
    await requireThirdParty(ctx, applicationId);
    const [users, resourceScopes, organizationScopes, organizationResourceScopes] = await Promise.all([
      ctx.db
        .selectFrom(kinds['user-scopes'].table)
        .select('userScope')
        .where('applicationId', '=', applicationId)
        .execute(),
      ofResources(ctx, 'resource-scopes', applicationId),
      ctx.db
        .selectFrom('organizationScopes')
        .innerJoin(
          'applicationUserConsentOrganizationScopes as configured',
          'configured.organizationScopeId',
          'organizationScopes.id',
        )
        .select(['organizationScopes.id', 'organizationScopes.name', 'organizationScopes.description'])
        .where('configured.applicationId', '=', applicationId)
        .orderBy('organizationScopes.name')
        .execute(),
      ofResources(ctx, 'organization-resource-scopes', applicationId),
    ]);
    const held = new Set(users.map(({ userScope }) => userScope));
    return {
      userScopes: userScopes.filter((name) => held.has(name)).map((name) => wireScope(ctx.services.wire, name)),
      resourceScopes,
      organizationScopes,
      organizationResourceScopes,
    };
  },

  add: async (ctx, { params: { applicationId }, body }) => {
    await requireThirdParty(ctx, applicationId);
    const stored = (body.userScopes ?? []).map((name) => storedUserScope(ctx, name));
    if (stored.includes(undefined)) throw new RequestError('application.user_consent_scopes_not_found');
    const { resourceScopes = [], organizationScopes = [], organizationResourceScopes = [] } = body;
    await checkScopes(ctx, [...resourceScopes, ...organizationResourceScopes]);
    await checkOrganizationScopes(ctx, organizationScopes);
    await add(ctx, 'user-scopes', applicationId, stored as string[]);
    await add(ctx, 'resource-scopes', applicationId, resourceScopes);
    await add(ctx, 'organization-scopes', applicationId, organizationScopes);
    await add(ctx, 'organization-resource-scopes', applicationId, organizationResourceScopes);
  },

  remove: async (ctx, { params: { applicationId, scopeType, scopeId } }) => {
    await requireThirdParty(ctx, applicationId);
    if (!isKind(scopeType)) throw notFound(scopeType);
    const { table, column } = kinds[scopeType];
    const value = scopeType === 'user-scopes' ? storedUserScope(ctx, scopeId) : scopeId;
    if (!value || !(await ctx.change.remove(table, { applicationId, [column]: value }))) throw notDeleted();
  },
});
