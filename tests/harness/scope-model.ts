// An independent model of permissions: plain loops over plain rows. The server must agree with it.
export type Rows = {
  /** API → its permissions. */
  resources: Record<string, string[]>;
  userRoles: { user: string; role: string }[];
  machineRoles: { machine: string; role: string }[];
  /** A permission is written as `resource/name`. */
  roleScopes: { role: string; scope: string }[];
  members: { organization: string; who: string }[];
  memberRoles: { organization: string; who: string; role: string }[];
  organizationRoleScopes: { role: string; scope: string }[];
  organizationRoleResourceScopes: { role: string; scope: string }[];
  mfaRequired: string[];
  hasFactors: string[];
  /** Third-party applications and their configured permissions. */
  configured: Record<string, { user: string[]; organization: string[]; organizationApi: string[] }>;
  opened: { application: string; user: string; organization: string }[];
};

const union = (...sets: Iterable<string>[]) => new Set(sets.flatMap((set) => [...set]));
const both = (a: Iterable<string>, b: Iterable<string>) => new Set([...a].filter((item) => new Set(b).has(item)));
const of = (resource: string, scopes: Iterable<string>) =>
  new Set([...scopes].filter((scope) => scope.startsWith(`${resource}/`)));

const byRoles = (rows: Rows, user: string) => {
  const found = new Set<string>();
  for (const { user: holder, role } of rows.userRoles) {
    for (const given of rows.roleScopes) if (holder === user && given.role === role) found.add(given.scope);
  }
  return found;
};
const inOrganization = (rows: Rows, who: string, organization: string, table: { role: string; scope: string }[]) => {
  const found = new Set<string>();
  for (const held of rows.memberRoles) {
    if (held.who !== who || held.organization !== organization) continue;
    for (const given of table) if (given.role === held.role) found.add(given.scope);
  }
  return found;
};
export const organizationsOf = (rows: Rows, who: string) =>
  rows.members.filter((member) => member.who === who).map(({ organization }) => organization);
const openedTo = (rows: Rows, application: string, user: string) =>
  rows.opened
    .filter((row) => row.application === application && row.user === user)
    .map(({ organization }) => organization);

/** API permissions by level in these organizations, limited to what the application may have. */
const levels = (rows: Rows, user: string, application: string, organizations: string[]) => {
  const limits = rows.configured[application];
  const own = byRoles(rows, user);
  const there = union(
    ...organizations.map((id) => inOrganization(rows, user, id, rows.organizationRoleResourceScopes)),
  );
  return limits ? union(both(own, limits.user), both(there, limits.organizationApi)) : union(own, there);
};

/** The scopes an authorization grants if everything is requested. */
export const granted = (rows: Rows, user: string, application: string): Set<string> => {
  const isForeign = application in rows.configured;
  const organizations = isForeign ? openedTo(rows, application, user) : organizationsOf(rows, user);
  return levels(rows, user, application, organizations);
};

export type Outcome = string | string[];
const sortNames = (scopes: Iterable<string>) => [...scopes].map((scope) => scope.split('/').at(-1) ?? '').sort();

const refusal = (rows: Rows, user: string, application: string, organization: string): string | undefined => {
  if (!organizationsOf(rows, user).includes(organization)) return 'user is not a member of the organization';
  if (application in rows.configured && !openedTo(rows, application, user).includes(organization)) {
    return 'organization access is not granted to the application';
  }
  const needsFactor = rows.mfaRequired.includes(organization) && !rows.hasFactors.includes(user);
  return needsFactor ? 'organization requires MFA but user has no MFA configured' : undefined;
};

type Asked = { user: string; application: string; organization?: string; resource?: string };

/** The scopes of a user's token, or the refusal. Without `grant`, only the user's permissions limit it. */
export const userToken = (rows: Rows, asked: Asked, grant?: Set<string>): Outcome => {
  const { user, application, organization, resource } = asked;
  const refused = organization && refusal(rows, user, application, organization);
  if (refused) return refused;
  if (resource) {
    // Those that would refuse a token of their own give no permission to this one.
    const all = organizationsOf(rows, user).filter((id) => !refusal(rows, user, application, id));
    const now = of(resource, levels(rows, user, application, organization ? [organization] : all));
    return sortNames(grant ? both(now, grant) : now);
  }
  const held = inOrganization(rows, user, organization ?? '', rows.organizationRoleScopes);
  const limits = rows.configured[application];
  return sortNames(limits ? both(held, limits.organization) : held);
};

export const machineToken = (
  rows: Rows,
  { machine, organization, resource }: { machine: string; organization?: string; resource?: string },
): Outcome => {
  if (organization && !organizationsOf(rows, machine).includes(organization)) {
    return 'app has not associated with the organization';
  }
  if (organization) {
    const table = resource ? rows.organizationRoleResourceScopes : rows.organizationRoleScopes;
    const held = inOrganization(rows, machine, organization, table);
    return sortNames(resource ? of(resource, held) : held);
  }
  const found = new Set<string>();
  for (const { machine: holder, role } of rows.machineRoles) {
    for (const given of rows.roleScopes) if (holder === machine && given.role === role) found.add(given.scope);
  }
  return sortNames(of(resource ?? '', found));
};

/** The permissions on the consent page, outside of organizations and in each of them. */
export const shownAtConsent = (rows: Rows, user: string, application: string) => {
  const limits = rows.configured[application] ?? { user: [], organization: [], organizationApi: [] };
  const own = both(byRoles(rows, user), limits.user);
  const there = (id: string) =>
    both(inOrganization(rows, user, id, rows.organizationRoleResourceScopes), limits.organizationApi);
  return {
    own: [...own].sort(),
    organizations: Object.fromEntries(organizationsOf(rows, user).map((id) => [id, [...there(id)].sort()])),
  };
};
