// Permissions in groups: search and selection state.

export type Permission = { id: string; name: string; description?: string | null };
/** The permissions of one API resource, or, without a name, ungrouped ones. */
export type PermissionGroup = { id: string; name: string | null; permissions: readonly Permission[] };

const contains = (text: string | null, keyword: string) => text?.toLowerCase().includes(keyword) === true;

/** A group whose name matches is shown completely, others only with their matching permissions. */
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

/** Adds all listed permissions of a group to the selection, newest first, or removes them. */
export function setGroup({ permissions }: PermissionGroup, chosen: readonly string[], wanted: boolean): string[] {
  const listed = new Set(permissions.map(({ id }) => id));
  const others = chosen.filter((id) => !listed.has(id));
  return wanted ? [...listed, ...others] : others;
}
