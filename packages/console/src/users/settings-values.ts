// The settings of a user as the form holds them, what is wrong with them, and what is sent.
import type { UserProfile } from '@tessera/contract/user-profile';
import type { UserDetails } from '@tessera/contract/users';
import type { TFunction } from 'i18next';
import { parseJsonObject } from '../applications/settings-values.ts';
import { checkLength, withoutGaps } from '../kit/required-text.ts';
import {
  checkCustomData,
  checkEmail,
  checkPhone,
  checkUsername,
  checkWebAddress,
  phoneDigits,
  shownPhone,
} from './check-user.ts';

/** As they stand on the page, two in a row. */
export const claims = [
  ...(['givenName', 'familyName', 'middleName', 'nickname', 'preferredUsername', 'gender'] as const),
  ...(['birthdate', 'zoneinfo', 'locale', 'profile', 'website'] as const),
] as const;
export const addressParts = [
  ...(['streetAddress', 'postalCode', 'locality', 'region', 'country', 'formatted'] as const),
] as const;
export type Claim = (typeof claims)[number];
export type AddressPart = (typeof addressParts)[number];

export type SettingsValues = {
  primaryEmail: string;
  primaryPhone: string;
  username: string;
  name: string;
  avatar: string;
  profile: Record<Claim, string>;
  address: Record<AddressPart, string>;
  customData: string;
};
export type SettingsField = keyof SettingsValues;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const textsOf = <Key extends string>(keys: readonly Key[], from: unknown) => {
  const known: Record<string, unknown> = typeof from === 'object' && from !== null ? { ...from } : {};
  return Object.fromEntries(keys.map((key) => [key, textOf(known[key])])) as Record<Key, string>;
};

export const valuesOf = (user: UserDetails): SettingsValues => ({
  primaryEmail: user.primaryEmail ?? '',
  primaryPhone: shownPhone(user.primaryPhone),
  username: user.username ?? '',
  name: user.name ?? '',
  avatar: user.avatar ?? '',
  profile: textsOf(claims, user.profile),
  address: textsOf(addressParts, user.profile.address),
  customData: JSON.stringify(user.customData, null, 2),
});

export const hasIdentifier = ({ primaryEmail, primaryPhone, username }: SettingsValues) =>
  [primaryEmail, primaryPhone, username].some((value) => value.trim() !== '');

const longestClaim = 512;
const webClaims: readonly string[] = ['profile', 'website'] satisfies Claim[];

export function checkSettings(values: SettingsValues, t: TFunction): Record<string, string> {
  const inProfile = Object.entries(values.profile).map(([claim, text]) => [
    `profile.${claim}`,
    webClaims.includes(claim) ? checkWebAddress(text, t) : checkLength(text, longestClaim, t),
  ]);
  const inAddress = Object.entries(values.address).map(([part, text]) => [
    `address.${part}`,
    checkLength(text, longestClaim, t),
  ]);
  return withoutGaps({
    primaryEmail: checkEmail(values.primaryEmail, t),
    primaryPhone: checkPhone(values.primaryPhone, t),
    username: checkUsername(values.username, t),
    name: checkLength(values.name, 128, t),
    avatar: checkWebAddress(values.avatar, t),
    customData: checkCustomData(values.customData, t),
    ...Object.fromEntries([...inProfile, ...inAddress]),
  });
}

const filled = <Key extends string>(texts: Record<Key, string>): Partial<Record<Key, string>> =>
  Object.fromEntries(
    Object.entries<string>(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]])),
  ) as Partial<Record<Key, string>>;

const profileOf = ({ profile, address }: SettingsValues): UserProfile => {
  const parts = filled(address);
  return { ...filled(profile), ...(Object.keys(parts).length > 0 && { address: parts }) };
};

/** Only what changed is sent; the profile goes whole, since the server replaces it. */
export function patchOf(values: SettingsValues, changed: readonly SettingsField[]) {
  const has = (field: SettingsField) => changed.includes(field);
  return {
    ...(has('primaryEmail') && { primaryEmail: values.primaryEmail.trim() }),
    ...(has('primaryPhone') && { primaryPhone: phoneDigits(values.primaryPhone) }),
    ...(has('username') && { username: values.username.trim() }),
    ...(has('name') && { name: values.name.trim() }),
    ...(has('avatar') && { avatar: values.avatar.trim() }),
    ...((has('profile') || has('address')) && { profile: profileOf(values) }),
    ...(has('customData') && { customData: parseJsonObject(values.customData) ?? {} }),
  };
}

/** Where a refused part of the body stands on the page. */
export function refusedField(path: readonly (string | number)[]): string | undefined {
  const [first, second, third] = path;
  if (first !== 'profile') return typeof first === 'string' ? first : undefined;
  if (second === 'address') return third === undefined ? undefined : `address.${third}`;
  return second === undefined ? undefined : `profile.${second}`;
}
