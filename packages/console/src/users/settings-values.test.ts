import type { UserDetails } from '@tessera/contract/users';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkSettings, hasIdentifier, patchOf, refusedField, valuesOf } from './settings-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const user: UserDetails = {
  id: 'ada',
  username: 'ada',
  primaryEmail: null,
  primaryPhone: '4930123456',
  name: 'Ada',
  avatar: null,
  customData: { plan: 'gold' },
  identities: {},
  lastSignInAt: null,
  createdAt: 0,
  updatedAt: 0,
  profile: { familyName: 'Lovelace', address: { country: 'UK' } },
  applicationId: null,
  isSuspended: false,
  hasPassword: true,
};
const values = valuesOf(user);

it('shows a user as a form, and finds nothing wrong with it', () => {
  expect(values).toMatchObject({ primaryEmail: '', primaryPhone: '+4930123456', name: 'Ada' });
  expect(values.profile).toMatchObject({ familyName: 'Lovelace', givenName: '' });
  expect(values.address).toMatchObject({ country: 'UK', locality: '' });
  expect(checkSettings(values, t)).toEqual({});
});

it('says what is wrong at the field it belongs to', () => {
  const wrong = {
    ...values,
    primaryEmail: 'ada',
    primaryPhone: '12',
    username: '1ada',
    avatar: 'javascript:alert(1)',
    profile: { ...values.profile, website: 'example', nickname: 'x'.repeat(600) },
    address: { ...values.address, country: 'x'.repeat(600) },
    customData: '[]',
  };
  expect(checkSettings(wrong, t)).toEqual({
    primaryEmail: 'users.errors.email_rule',
    primaryPhone: 'users.errors.phone_rule',
    username: 'users.errors.username_rule',
    avatar: 'users.errors.address_rule',
    'profile.website': 'users.errors.address_rule',
    'profile.nickname': 'fields.too_long',
    'address.country': 'fields.too_long',
    customData: 'fields.json_object',
  });
});

it('sends what changed, numbers as digits, and the profile whole without its empty parts', () => {
  const changed = {
    ...values,
    primaryPhone: '+49 (30) 99-88-77',
    username: '',
    address: { ...values.address, country: ' ', locality: ' London ' },
  };
  expect(patchOf(changed, ['primaryPhone', 'username', 'address'])).toEqual({
    primaryPhone: '4930998877',
    username: '',
    profile: { familyName: 'Lovelace', address: { locality: 'London' } },
  });
  expect(patchOf({ ...values, customData: '{"a":1}' }, ['customData'])).toEqual({ customData: { a: 1 } });
  expect(patchOf({ ...values, address: valuesOf({ ...user, profile: {} }).address }, ['address'])).toEqual({
    profile: { familyName: 'Lovelace' },
  });
});

it('knows whether there is a way to sign in', () => {
  expect(hasIdentifier(values)).toBe(true);
  expect(hasIdentifier({ ...values, primaryPhone: ' ', username: '' })).toBe(false);
});

it('finds the field of a refused part of the body', () => {
  expect(refusedField(['username'])).toBe('username');
  expect(refusedField(['profile', 'website'])).toBe('profile.website');
  expect(refusedField(['profile', 'address', 'country'])).toBe('address.country');
  expect(refusedField([])).toBeUndefined();
});
