// The example of the introduction: two organizations, three people, and the roles they hold. One of them belongs to both.
export const roles = [
  { id: 'admin', permissions: ['invite:members', 'write:projects', 'read:projects'] },
  { id: 'editor', permissions: ['write:projects', 'read:projects'] },
  { id: 'reader', permissions: ['read:projects'] },
] as const;
export type RoleId = (typeof roles)[number]['id'];
export type PersonId = 'maya' | 'jonas' | 'lin';

export type Membership = { person: PersonId; role: RoleId };

export const organizations: readonly { id: 'bakery' | 'harbor'; members: readonly Membership[] }[] = [
  {
    id: 'bakery',
    members: [
      { person: 'maya', role: 'admin' },
      { person: 'jonas', role: 'editor' },
    ],
  },
  {
    id: 'harbor',
    members: [
      { person: 'lin', role: 'admin' },
      { person: 'maya', role: 'reader' },
    ],
  },
];

/** A person, or a role: what somebody points at. */
export type Subject = PersonId | RoleId;

export const concerns = ({ person, role }: Membership, subject: Subject | undefined): boolean =>
  subject === undefined || subject === person || subject === role;

/** Held by the person in some organization, or the role itself. */
export const roleConcerns = (role: RoleId, subject: Subject | undefined): boolean =>
  subject === undefined ||
  subject === role ||
  organizations.some(({ members }) => members.some((one) => one.role === role && one.person === subject));
