// Maps a change to events: by the name of a Management API operation, and by the written rows, since sign-in flows and
// the account API change the same entities under other names.

import type { Access } from '@tessera/contract/kit';
import { type User, user } from '@tessera/contract/users';
import type { DataWebhookEvent } from '@tessera/contract/webhook-events';
import type { Table, Written } from '../../infrastructure/database/change.ts';

/** `answer`: the event carries the operation's response. Otherwise it carries exactly these facts. */
export type ChangeEvent = { event: DataWebhookEvent; facts: 'answer' | Record<string, unknown> };

/** Management API operations that are one event as a whole. */
const eventOfOperation: Record<string, DataWebhookEvent> = {
  'user.created': 'User.Created',
  'user.updated': 'User.Data.Updated',
  'user.custom-data-updated': 'User.Data.Updated',
  'user.profile-updated': 'User.Data.Updated',
  'user.password-updated': 'User.Data.Updated',
  'user.suspension-updated': 'User.SuspensionStatus.Updated',
  'user.deleted': 'User.Deleted',
  'role.created': 'Role.Created',
  'role.updated': 'Role.Data.Updated',
  'role.deleted': 'Role.Deleted',
  'role.scopes-added': 'Role.Scopes.Updated',
  'role.scope-removed': 'Role.Scopes.Updated',
  'scope.created': 'Scope.Created',
  'scope.updated': 'Scope.Data.Updated',
  'scope.deleted': 'Scope.Deleted',
  'organization.created': 'Organization.Created',
  'organization.updated': 'Organization.Data.Updated',
  'organization.deleted': 'Organization.Deleted',
  'organization-role.created': 'OrganizationRole.Created',
  'organization-role.updated': 'OrganizationRole.Data.Updated',
  'organization-role.deleted': 'OrganizationRole.Deleted',
  'organization-role.scopes-added': 'OrganizationRole.Scopes.Updated',
  'organization-role.scopes-replaced': 'OrganizationRole.Scopes.Updated',
  'organization-role.scope-removed': 'OrganizationRole.Scopes.Updated',
  'organization-role.resource-scopes-added': 'OrganizationRole.Scopes.Updated',
  'organization-role.resource-scopes-replaced': 'OrganizationRole.Scopes.Updated',
  'organization-role.resource-scope-removed': 'OrganizationRole.Scopes.Updated',
  'organization-scope.created': 'OrganizationScope.Created',
  'organization-scope.updated': 'OrganizationScope.Data.Updated',
  'organization-scope.deleted': 'OrganizationScope.Deleted',
};

/** The tables that cause events. */
export const eventTables: ReadonlySet<Table> = new Set<Table>([
  'users',
  'roles',
  'rolesScopes',
  'scopes',
  'organizations',
  'organizationUsers',
  'organizationApplications',
  'organizationRoles',
  'organizationRoleScopes',
  'organizationRoleResourceScopes',
  'organizationScopes',
]);

type Row = Record<string, unknown>;

/** The public fields of a user, without credentials. */
export const publicUser = (row: Row): User =>
  Object.fromEntries(Object.keys(user.shape).map((field) => [field, row[field]])) as User;

/** Activity alone causes no event. */
const comparedFields = [...Object.keys(user.shape).filter((field) => !/^(lastSignIn|updated)At$/.test(field))];
const differs = (before: Row, after: Row) =>
  [...comparedFields, 'passwordEncrypted'].some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );

const userEvent = ({ before, after }: Pick<Written, 'before' | 'after'>): ChangeEvent | undefined => {
  if (!before) return after && { event: 'User.Created', facts: { data: publicUser(after) } };
  if (!after) return { event: 'User.Deleted', facts: { data: publicUser(before) } };
  if (!differs(before, after)) return undefined;
  const event = before.isSuspended === after.isSuspended ? 'User.Data.Updated' : 'User.SuspensionStatus.Updated';
  return { event, facts: { data: publicUser(after) } };
};

/** One event per user, however many steps the change took. */
export const userEvents = (written: readonly Written[]): ChangeEvent[] => {
  const users = new Map<unknown, Pick<Written, 'before' | 'after'>>();
  for (const { table, before, after } of written) {
    if (table !== 'users') continue;
    const id = (after ?? before)?.id;
    const first = users.get(id);
    const earlier = first ? first.before : before;
    users.set(id, { ...(earlier && { before: earlier }), ...(after && { after }) });
  }
  return [...users.values()].map(userEvent).filter((event) => event !== undefined);
};

const membershipEvents = (written: readonly Written[]): ChangeEvent[] => {
  const rows = written.filter(({ table }) => table === 'organizationUsers' || table === 'organizationApplications');
  const ids = new Set(rows.map(({ before, after }) => (after ?? before)?.organizationId));
  return [...ids].map((organizationId) => ({ event: 'Organization.Membership.Updated', facts: { organizationId } }));
};

const organizationRoleTables: readonly string[] = ['organizationRoleScopes', 'organizationRoleResourceScopes'];

/** Creating a role with permissions is also a change of its permissions. */
const firstScopes = (operation: string, written: readonly Written[]): ChangeEvent[] => {
  if (operation === 'role.created') {
    const rows = written.filter(({ table }) => table === 'rolesScopes').map(({ after }) => after);
    if (rows.length === 0) return [];
    const facts = { roleId: rows[0]?.roleId, scopeIds: rows.map((row) => row?.scopeId) };
    return [{ event: 'Role.Scopes.Updated', facts }];
  }
  if (operation === 'organization-role.created') {
    const [row] = written.filter(({ table }) => organizationRoleTables.includes(table));
    if (!row) return [];
    return [{ event: 'OrganizationRole.Scopes.Updated', facts: { organizationRoleId: row.after?.organizationRoleId } }];
  }
  return [];
};

export const eventsOfChange = (access: Access, operation: string, written: readonly Written[]): ChangeEvent[] => {
  if (written.length === 0) return [];
  const named = access === 'management' ? eventOfOperation[operation] : undefined;
  const users = userEvents(written);
  // A deleted entity is not in the response.
  const deleted = named === 'User.Deleted' ? users.find(({ event }) => event === named) : undefined;
  const whole: ChangeEvent[] = named ? [deleted ?? { event: named, facts: 'answer' }] : [];
  return [
    ...whole,
    ...(named?.startsWith('User.') ? [] : users),
    ...membershipEvents(written),
    ...(access === 'management' ? firstScopes(operation, written) : []),
  ];
};
