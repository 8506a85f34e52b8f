// Form values of a user's settings, their validation and the request body.
import type { UserProfile } from '@tessera/contract/user-profile';
import type { User } from '@tessera/contract/users';
import type { TFunction } from 'i18next';
import { parseJsonObject } from '../../kit/json-object.ts';
import { checkLength, withoutGaps } from '../../kit/required-text.ts';
import {
  checkCustomData,
  checkEmail,
  checkPhone,
  checkUsername,
  checkWebAddress,
  phoneDigits,
  shownPhone,
} from './check-user.ts';

/** In page order, two per row. */
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
  primaryEmailVerified: boolean;
  primaryPhoneVerified: boolean;
  username: string;
  name: string;
  avatar: string;
  profile: Record<Claim, string>;
  address: Record<AddressPart, string>;
  customData: string;
};
export type SettingsField = keyof SettingsValues;

export type AddressField = 'primaryEmail' | 'primaryPhone';
export const verifiedField = {
  primaryEmail: 'primaryEmailVerified',
  primaryPhone: 'primaryPhoneVerified',
} as const satisfies Record<AddressField, SettingsField>;

export const isSameAddress = (field: AddressField, one: string, other: string) =>
  field === 'primaryEmail' ? one.trim() === other.trim() : phoneDigits(one) === phoneDigits(other);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const textsOf = <Key extends string>(keys: readonly Key[], from: unknown) => {
  const known: Record<string, unknown> = typeof from === 'object' && from !== null ? { ...from } : {};
  return Object.fromEntries(keys.map((key) => [key, textOf(known[key])])) as Record<Key, string>;
};

export const valuesOf = (user: User): SettingsValues => ({
  primaryEmail: user.primaryEmail ?? '',
  primaryPhone: shownPhone(user.primaryPhone),
  primaryEmailVerified: user.primaryEmailVerified,
  primaryPhoneVerified: user.primaryPhoneVerified,
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

const isDate = (text: string) => {
  const [year, month, day] = text.split('-').map(Number);
  if (/^\d{4}$/.test(text)) return true;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !year || !month || !day) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};
/** Whether the browser knows it; it throws otherwise. */
const isKnown = (use: () => unknown) => {
  try {
    use();
    return true;
  } catch {
    return false;
  }
};

const claimRules: Partial<Record<Claim, (text: string) => boolean>> = {
  birthdate: isDate,
  zoneinfo: (timeZone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone })),
  locale: (locale) => isKnown(() => Intl.getCanonicalLocales(locale.replaceAll('_', '-'))),
};

const checkClaim = (claim: Claim, text: string, t: TFunction) => {
  if (webClaims.includes(claim)) return checkWebAddress(text, t);
  const isValid = claimRules[claim];
  if (!isValid || text.trim() === '' || isValid(text.trim())) return checkLength(text, longestClaim, t);
  return t(`users.errors.${claim as 'birthdate' | 'zoneinfo' | 'locale'}_rule`);
};

/** Claims as they are stored stay valid: applications and imports may have written them in another form. */
export function checkSettings(values: SettingsValues, t: TFunction, stored?: SettingsValues): Record<string, string> {
  const inProfile = claims.map((claim) => [
    `profile.${claim}`,
    values.profile[claim] === stored?.profile[claim] ? undefined : checkClaim(claim, values.profile[claim], t),
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

/**
 * Only changed fields are sent; the profile is sent completely, since the server replaces it. A new address is sent
 * with its verified flag, because it is unverified by default.
 */
export function patchOf(values: SettingsValues, changed: readonly SettingsField[]) {
  const has = (field: SettingsField) => changed.includes(field);
  return {
    ...(has('primaryEmail') && { primaryEmail: values.primaryEmail.trim() }),
    ...(has('primaryPhone') && { primaryPhone: phoneDigits(values.primaryPhone) }),
    ...((has('primaryEmail') || has('primaryEmailVerified')) && { primaryEmailVerified: values.primaryEmailVerified }),
    ...((has('primaryPhone') || has('primaryPhoneVerified')) && { primaryPhoneVerified: values.primaryPhoneVerified }),
    ...(has('username') && { username: values.username.trim() }),
    ...(has('name') && { name: values.name.trim() }),
    ...(has('avatar') && { avatar: values.avatar.trim() }),
    ...((has('profile') || has('address')) && { profile: profileOf(values) }),
    ...(has('customData') && { customData: parseJsonObject(values.customData) ?? {} }),
  };
}

/** Maps a rejected part of the body to its field. */
export function refusedField(path: readonly (string | number)[]): string | undefined {
  const [first, second, third] = path;
  if (first !== 'profile') return typeof first === 'string' ? first : undefined;
  if (second === 'address') return third === undefined ? undefined : `address.${third}`;
  return second === undefined ? undefined : `profile.${second}`;
}
