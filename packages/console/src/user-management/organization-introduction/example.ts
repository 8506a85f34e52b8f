// The introduction's example: two organizations, and three users with roles. One user belongs to both.
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

/** The highlighted user or role. */
export type Subject = PersonId | RoleId;

export const concerns = ({ person, role }: Membership, subject: Subject | undefined): boolean =>
  subject === undefined || subject === person || subject === role;

/** The role itself, or one that the user has in any organization. */
export const roleConcerns = (role: RoleId, subject: Subject | undefined): boolean =>
  subject === undefined ||
  subject === role ||
  organizations.some(({ members }) => members.some((one) => one.role === role && one.person === subject));
