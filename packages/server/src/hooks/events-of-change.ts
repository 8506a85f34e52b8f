// Which events a change is: by the name of an operation of the Management API, and by the rows that were written, since
// sign-in flows and people's own accounts change the same things under other names.
import type { DataHookEvent } from '@tessera/contract/hook-events';
import type { Access } from '@tessera/contract/kit';
import { type User, user } from '@tessera/contract/users';
import type { Table, Written } from '../database/change.ts';

/** `answer`: the event carries what the operation answered. Otherwise it carries exactly these facts. */
export type Happening = { event: DataHookEvent; facts: 'answer' | Record<string, unknown> };

/** Operations of the Management API that are an event as a whole. */
const eventOfOperation: Record<string, DataHookEvent> = {
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

/** The tables that events are about. */
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

/** What others may know of a person, and nothing that proves who they are. */
export const shownUser = (row: Row): User =>
  Object.fromEntries(Object.keys(user.shape).map((field) => [field, row[field]])) as User;

/** Activity alone is no news. */
const toldFields = [...Object.keys(user.shape).filter((field) => !/^(lastSignIn|updated)At$/.test(field))];
const differs = (before: Row, after: Row) =>
  [...toldFields, 'passwordEncrypted'].some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

const userEvent = ({ before, after }: Pick<Written, 'before' | 'after'>): Happening | undefined => {
  if (!before) return after && { event: 'User.Created', facts: { data: shownUser(after) } };
  if (!after) return { event: 'User.Deleted', facts: { data: shownUser(before) } };
  if (!differs(before, after)) return undefined;
  const event = before.isSuspended === after.isSuspended ? 'User.Data.Updated' : 'User.SuspensionStatus.Updated';
  return { event, facts: { data: shownUser(after) } };
};

/** One event for each person, however many steps the change took. */
export const userEvents = (written: readonly Written[]): Happening[] => {
  const people = new Map<unknown, Pick<Written, 'before' | 'after'>>();
  for (const { table, before, after } of written) {
    if (table !== 'users') continue;
    const id = (after ?? before)?.id;
    const first = people.get(id);
    const earlier = first ? first.before : before;
    people.set(id, { ...(earlier && { before: earlier }), ...(after && { after }) });
  }
  return [...people.values()].map(userEvent).filter((event) => event !== undefined);
};

const membershipEvents = (written: readonly Written[]): Happening[] => {
  const rows = written.filter(({ table }) => table === 'organizationUsers' || table === 'organizationApplications');
  const ids = new Set(rows.map(({ before, after }) => (after ?? before)?.organizationId));
  return [...ids].map((organizationId) => ({ event: 'Organization.Membership.Updated', facts: { organizationId } }));
};

const organizationRoleTables: readonly string[] = ['organizationRoleScopes', 'organizationRoleResourceScopes'];

/** A role that is created with permissions is also a change of its permissions. */
const firstScopes = (operation: string, written: readonly Written[]): Happening[] => {
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

export const eventsOfChange = (access: Access, operation: string, written: readonly Written[]): Happening[] => {
  if (written.length === 0) return [];
  const named = access === 'management' ? eventOfOperation[operation] : undefined;
  const people = userEvents(written);
  // What is gone cannot be in the answer.
  const deleted = named === 'User.Deleted' ? people.find(({ event }) => event === named) : undefined;
  const whole: Happening[] = named ? [deleted ?? { event: named, facts: 'answer' }] : [];
  return [
    ...whole,
    ...(named?.startsWith('User.') ? [] : people),
    ...membershipEvents(written),
    ...(access === 'management' ? firstScopes(operation, written) : []),
  ];
};
