// What the operations of a PATCH request do to the members of a group, in order. Adding and removing a few needs no list
// of all members.
import type { Filter } from './filter.ts';
import type { Operation } from './patch.ts';
import { parsePath } from './patch-path.ts';
import { groupKind } from './schemas.ts';
import { scimError } from './scim-error.ts';

/** `isWhole`: all members that are not listed leave. */
export type MemberChanges = { isWhole: boolean; members: Map<string, 'joins' | 'leaves'> };

export const mostMembers = 20_000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const invalid = (reason: string) => scimError('invalid_value', { attribute: 'members', reason });

/** IDs in a list of members, or in one member. */
export const memberIds = (value: unknown): string[] => {
  if (value === undefined || value === null || value === '') return [];
  const items = Array.isArray(value) ? value : [value];
  if (items.length > mostMembers) throw scimError('limit_reached', { limit: mostMembers });
  return items.map((item: unknown) => {
    const id = isObject(item) ? item.value : item;
    if (typeof id !== 'string' || id === '') throw invalid('Each member needs the ID of a user as its value.');
    if (isObject(item) && typeof item.type === 'string' && item.type.toLowerCase() === 'group') {
      throw invalid('Groups as members are not supported.');
    }
    return id;
  });
};

/** The IDs that a filter such as `value eq "…" or value eq "…"` names. */
const idsInFilter = (filter: Filter, path: string): string[] => {
  if (filter.type === 'or') return [...idsInFilter(filter.left, path), ...idsInFilter(filter.right, path)];
  const isId = filter.type === 'compare' && filter.operator === 'eq' && filter.path.toLowerCase() === 'value';
  if (!isId || typeof filter.value !== 'string') throw scimError('invalid_path', { path });
  return [filter.value];
};

export const noChanges = (): MemberChanges => ({ isWhole: false, members: new Map() });

const add = (changes: MemberChanges, ids: string[], change: 'joins' | 'leaves') => {
  for (const id of ids) changes.members.set(id, change);
};
const replaceAll = (changes: MemberChanges, ids: string[]) => {
  changes.isWhole = true;
  changes.members.clear();
  add(changes, ids, 'joins');
};

/** Applies the operation if it is about members. Returns `false` otherwise. */
export const changeMembers = (changes: MemberChanges, { action, path, value }: Operation): boolean => {
  const target = path === undefined ? undefined : parsePath(groupKind, path);
  if (path === undefined || target?.attribute.name !== 'members') return false;
  if (target.sub) throw scimError('invalid_path', { path });
  if (target.filter) {
    if (action !== 'remove') throw scimError('invalid_path', { path });
    add(changes, idsInFilter(target.filter, path), 'leaves');
  } else if (action === 'remove') {
    // Entra ID lists those who leave; without a list, all do.
    const ids = memberIds(value);
    if (ids.length > 0) add(changes, ids, 'leaves');
    else replaceAll(changes, []);
  } else if (action === 'add') add(changes, memberIds(value), 'joins');
  else replaceAll(changes, memberIds(value));
  return true;
};

/** The members in a value without a path. */
export const changeMembersInValue = (changes: MemberChanges, { action, value }: Operation): void => {
  const key = isObject(value) ? Object.keys(value).find((name) => name.toLowerCase() === 'members') : undefined;
  if (key === undefined) return;
  const ids = memberIds((value as Record<string, unknown>)[key]);
  if (action === 'add') add(changes, ids, 'joins');
  else replaceAll(changes, ids);
};
