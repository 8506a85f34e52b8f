import { describe, expect, it } from 'vitest';
import { findPermissions, groupState, type PermissionGroup, setGroup } from './permission-groups.ts';

const permission = (name: string) => ({ id: name, name });
const shop: PermissionGroup = { id: 'shop', name: 'Shop API', permissions: ['read:orders', 'write'].map(permission) };
const mail: PermissionGroup = { id: 'mail', name: 'Mail', permissions: ['send', 'READ:all'].map(permission) };
const loose: PermissionGroup = { id: 'loose', name: null, permissions: [permission('manage')] };
const names = (groups: readonly PermissionGroup[]) => groups.map(({ id, permissions }) => [id, permissions.length]);

describe('permission groups', () => {
  it('are all shown without a keyword', () => {
    expect(findPermissions([shop, mail, loose], '  ')).toEqual([shop, mail, loose]);
  });

  it('are searched by permission name, case-insensitively, without empty groups', () => {
    expect(names(findPermissions([shop, mail, loose], 'read'))).toEqual([
      ['shop', 1],
      ['mail', 1],
    ]);
  });

  it("are shown completely if the group's name matches", () => {
    expect(names(findPermissions([shop, mail, loose], 'shop'))).toEqual([['shop', 2]]);
  });

  it('know whether all, some or none of a group are selected', () => {
    expect(groupState(shop, new Set())).toBe('none');
    expect(groupState(shop, new Set(['write', 'send']))).toBe('some');
    expect(groupState(shop, new Set(['write', 'read:orders']))).toBe('all');
  });

  it('add and remove the listed permissions of a group', () => {
    const [listed] = findPermissions([shop], 'read');
    expect(setGroup(listed as PermissionGroup, ['send', 'read:orders'], true)).toEqual(['read:orders', 'send']);
    expect(setGroup(listed as PermissionGroup, ['write', 'read:orders'], false)).toEqual(['write']);
  });
});
