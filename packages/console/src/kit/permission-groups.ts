// Permissions in groups: what a search finds among them, and what is chosen of a group.

export type Permission = { id: string; name: string; description?: string | null };
/** The permissions of one API resource; without a name, permissions that belong to no group. */
export type PermissionGroup = { id: string; name: string | null; permissions: readonly Permission[] };

const contains = (text: string | null, keyword: string) => text?.toLowerCase().includes(keyword) === true;

/** A group whose name fits is shown whole; of the others what fits, and nothing of those where nothing does. */
export function findPermissions(groups: readonly PermissionGroup[], typed: string): readonly PermissionGroup[] {
  const keyword = typed.trim().toLowerCase();
  const found = groups.map((group) =>
    keyword === '' || contains(group.name, keyword)
      ? group
      : { ...group, permissions: group.permissions.filter(({ name }) => contains(name, keyword)) },
  );
  return found.filter(({ permissions }) => permissions.length > 0);
}

export type GroupState = 'all' | 'some' | 'none';

export function groupState({ permissions }: PermissionGroup, chosen: ReadonlySet<string>): GroupState {
  const count = permissions.filter(({ id }) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === permissions.length ? 'all' : 'some';
}

/** All that is listed of a group joins the chosen ones, the newest first, or leaves them. */
export function setGroup({ permissions }: PermissionGroup, chosen: readonly string[], wanted: boolean): string[] {
  const listed = new Set(permissions.map(({ id }) => id));
  const others = chosen.filter((id) => !listed.has(id));
  return wanted ? [...listed, ...others] : others;
}
