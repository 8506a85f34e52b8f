// Tests the events of each change, including self-service and sign-in operations.
import { webhookEvents } from '@tessera/contract/webhook-events';
import { describe, expect, it } from 'vitest';
import type { Written } from '../../infrastructure/database/change.ts';
import { eventsOfChange } from './events-of-change.ts';

const ada = { id: 'ada', name: 'Ada', isSuspended: false, customData: {}, passwordEncrypted: 'hash', updatedAt: 1 };
const users = (before?: object, after?: object): Written => ({
  table: 'users',
  ...(before && { before: { ...before } }),
  ...(after && { after: { ...after } }),
});
const changed = users(ada, { ...ada, name: 'Lovelace' });

describe('Management API events', () => {
  it.each([
    ['user.created', users(undefined, ada), 'User.Created'],
    ['user.updated', changed, 'User.Data.Updated'],
    ['user.custom-data-updated', changed, 'User.Data.Updated'],
    ['user.profile-updated', changed, 'User.Data.Updated'],
    ['user.password-updated', users(ada, { ...ada, passwordEncrypted: 'other' }), 'User.Data.Updated'],
    ['user.suspension-updated', users(ada, { ...ada, isSuspended: true }), 'User.SuspensionStatus.Updated'],
  ] as const)('%s is one event with the response', (operation, written, event) => {
    expect(eventsOfChange('management', operation, [written])).toEqual([{ event, facts: 'answer' }]);
  });

  it('user.deleted names the deleted user', () => {
    expect(eventsOfChange('management', 'user.deleted', [users(ada)])).toMatchObject([
      { event: 'User.Deleted', facts: { data: { id: 'ada', name: 'Ada' } } },
    ]);
  });

  it('users changed through another operation are reported, too, one by one', () => {
    const written = [users(undefined, ada), users(undefined, { ...ada, id: 'bob' })];
    expect(eventsOfChange('management', 'users.imported', written)).toMatchObject([
      { event: 'User.Created', facts: { data: { id: 'ada' } } },
      { event: 'User.Created', facts: { data: { id: 'bob' } } },
    ]);
    expect(eventsOfChange('management', 'user.identity-added', [changed])).toMatchObject([
      { event: 'User.Data.Updated', facts: { data: { name: 'Lovelace' } } },
    ]);
  });

  it('are not created if nothing was written', () => {
    expect(eventsOfChange('management', 'role.updated', [])).toEqual([]);
  });
});

describe('other events', () => {
  it('report a user once, however many steps it took', () => {
    const steps = [users(undefined, ada), users(ada, { ...ada, name: 'Countess' })];
    expect(eventsOfChange('interaction', 'user.registered', steps)).toMatchObject([
      { event: 'User.Created', facts: { data: { name: 'Countess' } } },
    ]);
  });

  it('exclude activity and credentials', () => {
    const active = users(ada, { ...ada, lastSignInAt: 5, updatedAt: 6, mfaVerifications: [{ type: 'Totp' }] });
    expect(eventsOfChange('interaction', 'user.signed-in', [active])).toEqual([]);
    expect(eventsOfChange('account', 'user.updated', [changed])[0]?.facts).not.toHaveProperty('data.passwordEncrypted');
  });

  it('report each organization once', () => {
    const member = (organizationId: string): Written => ({ table: 'organizationUsers', after: { organizationId } });
    expect(eventsOfChange('interaction', 'user.registered', [member('a'), member('b'), member('a')])).toEqual([
      { event: 'Organization.Membership.Updated', facts: { organizationId: 'a' } },
      { event: 'Organization.Membership.Updated', facts: { organizationId: 'b' } },
    ]);
  });
});

it('there are 25 events', () => {
  expect(new Set(webhookEvents).size).toBe(25);
});
