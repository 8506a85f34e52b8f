// A user as an account of the provider. Read for each request; users are not cached.
import type { Wire } from '@tessera/contract/wire';
import type { Account } from 'oidc-provider';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { type Decision, mayIssue } from './may-issue.ts';
import { userinfoOnlyClaims } from './scopes.ts';

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const snakeCased = (object: object) => Object.fromEntries(Object.entries(object).map(([k, v]) => [snakeCase(k), v]));

const organizationsOf = (db: Database, userId: string) =>
  db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select(['organizations.id', 'organizations.name', 'organizations.description'])
    .where('organizationUsers.userId', '=', userId)
    .orderBy('organizations.id')
    .execute();

type User = (Decision & { allowed: true })['user'];

const claimsOf = async (db: Database, wire: Wire, user: User, scopes: Set<string>) => {
  const { id: userId } = user;
  const claims: Record<string, unknown> = {};
  if (scopes.has('profile')) {
    const { address: _, ...profile } = user.profile as { address?: object };
    Object.assign(claims, snakeCased(profile), {
      name: user.name,
      picture: user.avatar,
      username: user.username,
      created_at: user.createdAt,
      updated_at: user.updatedAt,
    });
  }
  if (scopes.has('email')) {
    Object.assign(claims, { email: user.primaryEmail, email_verified: user.primaryEmailVerified });
  }
  if (scopes.has('phone')) {
    Object.assign(claims, { phone_number: user.primaryPhone, phone_number_verified: user.primaryPhoneVerified });
  }
  if (scopes.has('address')) {
    const { address } = user.profile as { address?: object };
    if (address) claims.address = snakeCased(address);
  }
  if (scopes.has('roles')) {
    const roles = await db
      .selectFrom('usersRoles')
      .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
      .select('roles.name')
      .where('usersRoles.userId', '=', userId)
      .orderBy('roles.name')
      .execute();
    claims.roles = roles.map(({ name }) => name);
  }
  if (scopes.has('custom_data')) claims.custom_data = user.customData;
  if (scopes.has('identities')) {
    claims.identities = user.identities;
    claims.sso_identities = await db
      .selectFrom('userSsoIdentities')
      .select(['issuer', 'identityId', 'detail'])
      .where('userId', '=', userId)
      .execute();
  }
  if (scopes.has(wire.organizationsScope)) {
    const organizations = await organizationsOf(db, userId);
    claims.organizations = organizations.map(({ id }) => id);
    claims.organization_data = organizations;
  }
  if (scopes.has(wire.organizationRolesScope)) {
    const held = await db
      .selectFrom('organizationRoleUsers')
      .innerJoin('organizationRoles', 'organizationRoles.id', 'organizationRoleUsers.organizationRoleId')
      .select(['organizationRoleUsers.organizationId', 'organizationRoles.name'])
      .where('organizationRoleUsers.userId', '=', userId)
      .execute();
    claims.organization_roles = held.map(({ organizationId, name }) => `${organizationId}:${name}`);
  }
  return claims;
};

/** `undefined` if nothing may be issued for the user: the provider then acts as if the account did not exist. */
export const findAccount = async (db: Database, wire: Wire, userId: string): Promise<Account | undefined> => {
  const decision = await mayIssue(db, userId);
  if (!decision.allowed) return undefined;
  return {
    accountId: userId,
    claims: async (use, scope) => {
      const claims = await claimsOf(db, wire, decision.user, new Set(scope.split(' ')));
      const entries = Object.entries(claims).filter(([name]) => use === 'userinfo' || !userinfoOnlyClaims.has(name));
      return { ...Object.fromEntries(entries), sub: userId };
    },
  };
};
