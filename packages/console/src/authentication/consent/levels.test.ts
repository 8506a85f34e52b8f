import type { ConsentScopes } from '@tessera/contract/consent-scopes';
import { describe, expect, it } from 'vitest';
import { apisLeft, grantedGroups, ownLeft } from './levels.ts';

const scope = (id: string) => ({ id, name: id.toUpperCase(), description: null });
const shop = { id: 'shop', name: 'Shop', indicator: 'https://shop' };
const scopes: ConsentScopes = {
  userScopes: ['profile'],
  resourceScopes: [{ resource: shop, scopes: [scope('read')] }],
  organizationScopes: [],
  organizationResourceScopes: [{ resource: shop, scopes: [scope('write')] }],
};

describe('permission levels', () => {
  it("lists the level's own permissions before its APIs, each with its type", () => {
    expect(grantedGroups(scopes, 'user', (name) => `about ${name}`)).toEqual([
      {
        id: '',
        name: null,
        type: 'user-scopes',
        permissions: [{ id: 'profile', name: 'profile', description: 'about profile' }],
      },
      { id: 'shop', name: 'Shop', type: 'resource-scopes', permissions: [scope('read')] },
    ]);
  });

  it('shows no empty group', () => {
    expect(grantedGroups(scopes, 'organization', String)).toEqual([
      { id: 'shop', name: 'Shop', type: 'organization-resource-scopes', permissions: [scope('write')] },
    ]);
  });

  it('offers API permissions not granted at this level, without the Management API', () => {
    const apis = [
      { ...shop, scopes: [scope('read'), scope('write')] },
      { id: 'done', name: 'Done', indicator: 'https://done', scopes: [] },
      { id: 'management', name: 'Management', indicator: 'https://management', scopes: [scope('all')] },
    ];
    const left = apisLeft(apis, scopes.resourceScopes, (indicator) => indicator.endsWith('management'));
    expect(left).toEqual([{ id: 'shop', name: 'Shop', permissions: [scope('write')] }]);
  });

  it("offers the level's remaining permissions", () => {
    const all = [scope('invite'), scope('remove')];
    expect(ownLeft(all, new Set(['invite']))).toEqual([{ id: 'own', name: null, permissions: [scope('remove')] }]);
    expect(ownLeft(all, new Set(['invite', 'remove']))).toEqual([]);
  });
});
