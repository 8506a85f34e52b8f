import type { User } from '@tessera/contract/users';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkSettings, hasIdentifier, isSameAddress, patchOf, refusedField, valuesOf } from './settings-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const user: User = {
  id: 'ada',
  username: 'ada',
  primaryEmail: null,
  primaryPhone: '4930123456',
  primaryEmailVerified: false,
  primaryPhoneVerified: true,
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
};
const values = valuesOf(user);

it('converts a user to valid form values', () => {
  expect(values).toMatchObject({ primaryEmail: '', primaryPhone: '+49 30 12 34 56', name: 'Ada' });
  expect(values.profile).toMatchObject({ familyName: 'Lovelace', givenName: '' });
  expect(values.address).toMatchObject({ country: 'UK', locality: '' });
  expect(checkSettings(values, t)).toEqual({});
});

it('reports errors by field', () => {
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

it('sends changes, phone numbers as digits, and the whole profile without empty parts', () => {
  const changed = {
    ...values,
    primaryPhone: '+49 (30) 99-88-77',
    username: '',
    address: { ...values.address, country: ' ', locality: ' London ' },
  };
  expect(patchOf(changed, ['primaryPhone', 'username', 'address'])).toEqual({
    primaryPhone: '4930998877',
    primaryPhoneVerified: true,
    username: '',
    profile: { familyName: 'Lovelace', address: { locality: 'London' } },
  });
  expect(patchOf({ ...values, primaryPhoneVerified: false }, ['primaryPhoneVerified'])).toEqual({
    primaryPhoneVerified: false,
  });
  expect(patchOf({ ...values, customData: '{"a":1}' }, ['customData'])).toEqual({ customData: { a: 1 } });
  expect(patchOf({ ...values, address: valuesOf({ ...user, profile: {} }).address }, ['address'])).toEqual({
    profile: { familyName: 'Lovelace' },
  });
});

it('distinguishes a new address from another spelling', () => {
  expect(isSameAddress('primaryEmail', ' ada@example.com', 'ada@example.com')).toBe(true);
  expect(isSameAddress('primaryEmail', 'ada@example.org', 'ada@example.com')).toBe(false);
  expect(isSameAddress('primaryPhone', '+49 (30) 123456', '4930123456')).toBe(true);
  expect(isSameAddress('primaryPhone', '4930123457', '4930123456')).toBe(false);
});

it('knows whether the user has a sign-in method', () => {
  expect(hasIdentifier(values)).toBe(true);
  expect(hasIdentifier({ ...values, primaryPhone: ' ', username: '' })).toBe(false);
});

it('maps a rejected part of the body to its field', () => {
  expect(refusedField(['username'])).toBe('username');
  expect(refusedField(['profile', 'website'])).toBe('profile.website');
  expect(refusedField(['profile', 'address', 'country'])).toBe('address.country');
  expect(refusedField([])).toBeUndefined();
});
