// The token's user as seen by a script: profile and permissions, never credentials.
import type { ScriptUser } from '@tessera/contract/custom-jwt-context';
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

const rolesOf = async (db: Database, userId: string): Promise<ScriptUser['roles']> => {
  const rows = await db
    .selectFrom('usersRoles')
    .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
    .leftJoin('rolesScopes', 'rolesScopes.roleId', 'roles.id')
    .leftJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
    .leftJoin('resources', 'resources.id', 'scopes.resourceId')
    .select([
      'roles.id',
      'roles.name',
      'roles.description',
      sql<ScriptUser['roles'][number]['scopes']>`coalesce(jsonb_agg(jsonb_build_object(
        'id', scopes.id, 'name', scopes.name, 'description', scopes.description, 'resourceId', scopes.resource_id,
        'resource', jsonb_build_object(
          'tenantId', resources.tenant_id, 'id', resources.id, 'name', resources.name,
          'indicator', resources.indicator, 'isDefault', resources.is_default,
          'accessTokenTtl', resources.access_token_ttl
        )
      ) order by scopes.name) filter (where scopes.id is not null), '[]')`.as('scopes'),
    ])
    .where('usersRoles.userId', '=', userId)
    .groupBy(['roles.id', 'roles.name', 'roles.description'])
    .orderBy('roles.name')
    .execute();
  return rows;
};

const organizationsOf = (db: Database, userId: string) =>
  db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select(['organizations.id', 'organizations.name', 'organizations.description'])
    .where('organizationUsers.userId', '=', userId)
    .orderBy('organizations.id')
    .execute();

const organizationRolesOf = (db: Database, userId: string) =>
  db
    .selectFrom('organizationRoleUsers as held')
    .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
    .select(['held.organizationId', 'role.id as roleId', 'role.name as roleName'])
    .where('held.userId', '=', userId)
    .orderBy('held.organizationId')
    .orderBy('role.name')
    .execute();

const ssoIdentitiesOf = async (db: Database, userId: string): Promise<ScriptUser['ssoIdentities']> => {
  const rows = await db
    .selectFrom('userSsoIdentities')
    .select(['issuer', 'identityId', 'detail'])
    .where('userId', '=', userId)
    .execute();
  return rows as ScriptUser['ssoIdentities'];
};

const factorsIn = (verifications: unknown[]): ScriptUser['mfaVerificationFactors'] => [
  ...new Set(verifications.map((one) => (one as { type: ScriptUser['mfaVerificationFactors'][number] }).type)),
];

/** `undefined`: the user was deleted. */
export const userContext = async (db: Database, userId: string): Promise<ScriptUser | undefined> => {
  const [user, roles, organizations, organizationRoles, ssoIdentities] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    rolesOf(db, userId),
    organizationsOf(db, userId),
    organizationRolesOf(db, userId),
    ssoIdentitiesOf(db, userId),
  ]);
  if (!user) return undefined;
  return {
    id: user.id,
    username: user.username,
    primaryEmail: user.primaryEmail,
    primaryPhone: user.primaryPhone,
    name: user.name,
    avatar: user.avatar,
    customData: user.customData as ScriptUser['customData'],
    identities: user.identities as ScriptUser['identities'],
    lastSignInAt: user.lastSignInAt,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    profile: user.profile as ScriptUser['profile'],
    applicationId: user.applicationId,
    isSuspended: user.isSuspended,
    hasPassword: user.passwordEncrypted !== null,
    ssoIdentities,
    mfaVerificationFactors: factorsIn(user.mfaVerifications),
    roles,
    organizations,
    organizationRoles,
  };
};
