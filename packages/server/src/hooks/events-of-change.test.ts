// Which events each change is, including those whose operations have other names elsewhere.
import { hookEvents } from '@tessera/contract/hook-events';
import { describe, expect, it } from 'vitest';
import type { Written } from '../database/change.ts';
import { eventsOfChange } from './events-of-change.ts';

const ada = { id: 'ada', name: 'Ada', isSuspended: false, customData: {}, passwordEncrypted: 'hash', updatedAt: 1 };
const users = (before?: object, after?: object): Written => ({
  table: 'users',
  ...(before && { before: { ...before } }),
  ...(after && { after: { ...after } }),
});
const changed = users(ada, { ...ada, name: 'Lovelace' });

describe('the Management API', () => {
  it.each([
    ['user.created', users(undefined, ada), 'User.Created'],
    ['user.updated', changed, 'User.Data.Updated'],
    ['user.custom-data-updated', changed, 'User.Data.Updated'],
    ['user.profile-updated', changed, 'User.Data.Updated'],
    ['user.password-updated', users(ada, { ...ada, passwordEncrypted: 'other' }), 'User.Data.Updated'],
    ['user.suspension-updated', users(ada, { ...ada, isSuspended: true }), 'User.SuspensionStatus.Updated'],
  ] as const)('%s is one event, with what was answered', (operation, written, event) => {
    expect(eventsOfChange('management', operation, [written])).toEqual([{ event, facts: 'answer' }]);
  });

  it('user.deleted tells who is gone', () => {
    expect(eventsOfChange('management', 'user.deleted', [users(ada)])).toMatchObject([
      { event: 'User.Deleted', facts: { data: { id: 'ada', name: 'Ada' } } },
    ]);
  });

  it('people who change under another name are told about too, one by one', () => {
    const written = [users(undefined, ada), users(undefined, { ...ada, id: 'bob' })];
    expect(eventsOfChange('management', 'users.imported', written)).toMatchObject([
      { event: 'User.Created', facts: { data: { id: 'ada' } } },
      { event: 'User.Created', facts: { data: { id: 'bob' } } },
    ]);
    expect(eventsOfChange('management', 'user.identity-added', [changed])).toMatchObject([
      { event: 'User.Data.Updated', facts: { data: { name: 'Lovelace' } } },
    ]);
  });

  it('tells nothing when nothing was written', () => {
    expect(eventsOfChange('management', 'role.updated', [])).toEqual([]);
  });
});

describe('everything else', () => {
  it('tells of a person once, however many steps it took', () => {
    const steps = [users(undefined, ada), users(ada, { ...ada, name: 'Countess' })];
    expect(eventsOfChange('interaction', 'user.registered', steps)).toMatchObject([
      { event: 'User.Created', facts: { data: { name: 'Countess' } } },
    ]);
  });

  it('keeps quiet about activity and about how people prove who they are', () => {
    const active = users(ada, { ...ada, lastSignInAt: 5, updatedAt: 6, mfaVerifications: [{ type: 'Totp' }] });
    expect(eventsOfChange('interaction', 'user.signed-in', [active])).toEqual([]);
    expect(eventsOfChange('account', 'user.updated', [changed])[0]?.facts).not.toHaveProperty('data.passwordEncrypted');
  });

  it('tells of each organization once', () => {
    const member = (organizationId: string): Written => ({ table: 'organizationUsers', after: { organizationId } });
    expect(eventsOfChange('interaction', 'user.registered', [member('a'), member('b'), member('a')])).toEqual([
      { event: 'Organization.Membership.Updated', facts: { organizationId: 'a' } },
      { event: 'Organization.Membership.Updated', facts: { organizationId: 'b' } },
    ]);
  });
});

it('there are 25 events', () => {
  expect(new Set(hookEvents).size).toBe(25);
});
