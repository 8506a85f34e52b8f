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

describe('levels of permissions', () => {
  it('lists what belongs to a level before its APIs, each with the kind it is removed by', () => {
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

  it('shows no group without anything in it', () => {
    expect(grantedGroups(scopes, 'organization', String)).toEqual([
      { id: 'shop', name: 'Shop', type: 'organization-resource-scopes', permissions: [scope('write')] },
    ]);
  });

  it('offers what is not granted at this level, and nothing of the Management API', () => {
    const apis = [
      { ...shop, scopes: [scope('read'), scope('write')] },
      { id: 'done', name: 'Done', indicator: 'https://done', scopes: [] },
      { id: 'management', name: 'Management', indicator: 'https://management', scopes: [scope('all')] },
    ];
    const left = apisLeft(apis, scopes.resourceScopes, (indicator) => indicator.endsWith('management'));
    expect(left).toEqual([{ id: 'shop', name: 'Shop', permissions: [scope('write')] }]);
  });

  it('offers the rest of what belongs to the level itself', () => {
    const all = [scope('invite'), scope('remove')];
    expect(ownLeft(all, new Set(['invite']))).toEqual([{ id: 'own', name: null, permissions: [scope('remove')] }]);
    expect(ownLeft(all, new Set(['invite', 'remove']))).toEqual([]);
  });
});
