// Generated users, organizations, roles and applications for the scope table.
import type { Rows } from './scope-model.ts';

export const indicators: Record<string, string> = {
  books: 'https://books.example.com',
  films: 'https://films.example.com',
};
export const template = ['invite', 'remove', 'rename', 'bill'];
export const organizations = ['red', 'green', 'blue'];
export const users = ['ann', 'bob', 'cleo', 'dan', 'eve'];
export const own = ['web', 'spa'];
export const foreign = ['shop', 'wide'];
export const machines = ['robot', 'drone'];

// A small seeded generator, so the rows are always the same.
const chooser = (start: number) => {
  let state = start;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return <T>(items: readonly T[], share: number): T[] => items.filter(() => next() < share);
};

export const makeRows = (): Rows => {
  const some = chooser(42);
  const resources = { books: ['read', 'write', 'burn', 'lend'], films: ['read', 'watch', 'cut'] };
  const scopes = Object.entries(resources).flatMap(([name, list]) => list.map((scope) => `${name}/${scope}`));
  const userRole = ['r1', 'r2', 'r3'];
  const machineRole = ['m1', 'm2'];
  const organizationRole = ['o1', 'o2', 'o3'];
  const machineOrganizationRole = ['p1', 'p2'];
  const pairs = <A, B>(left: A[], right: B[], share: number) =>
    left.flatMap((a) => some(right, share).map((b) => [a, b] as const));
  const members = [...pairs(users, organizations, 0.6), ...pairs(machines, organizations, 0.5)].map(
    ([who, organization]) => ({ who, organization }),
  );
  return {
    resources,
    userRoles: pairs(users, userRole, 0.4).map(([user, role]) => ({ user, role })),
    machineRoles: pairs(machines, machineRole, 0.6).map(([machine, role]) => ({ machine, role })),
    roleScopes: pairs([...userRole, ...machineRole], scopes, 0.22).map(([role, scope]) => ({ role, scope })),
    members,
    memberRoles: members.flatMap(({ who, organization }) =>
      some(machines.includes(who) ? machineOrganizationRole : organizationRole, 0.6).map((role) => ({
        who,
        organization,
        role,
      })),
    ),
    organizationRoleScopes: pairs([...organizationRole, ...machineOrganizationRole], template, 0.5).map(
      ([role, scope]) => ({ role, scope }),
    ),
    organizationRoleResourceScopes: pairs([...organizationRole, ...machineOrganizationRole], scopes, 0.22).map(
      ([role, scope]) => ({ role, scope }),
    ),
    mfaRequired: ['blue', 'green'],
    hasFactors: some(users, 0.3),
    configured: {
      shop: { user: some(scopes, 0.5), organization: some(template, 0.5), organizationApi: some(scopes, 0.5) },
      wide: { user: scopes, organization: template, organizationApi: scopes },
    },
    opened: foreign.flatMap((application) =>
      users.flatMap((user) =>
        some(
          members.filter(({ who }) => who === user).map(({ organization }) => organization),
          0.6,
        ).map((organization) => ({ application, user, organization })),
      ),
    ),
  };
};
