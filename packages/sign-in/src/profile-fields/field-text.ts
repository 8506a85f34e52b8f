// Labels and autocomplete values of fields; built-in fields have translated labels.
import type { TextKey, Translate } from '../app-context.ts';

const names = {
  name: ['profile.name', 'name'],
  fullname: ['profile.fullname', ''],
  givenName: ['profile.given_name', 'given-name'],
  middleName: ['profile.middle_name', 'additional-name'],
  familyName: ['profile.family_name', 'family-name'],
  nickname: ['profile.nickname', 'nickname'],
  avatar: ['profile.avatar', 'photo'],
  profile: ['profile.profile', 'url'],
  website: ['profile.website', 'url'],
  gender: ['profile.gender', 'sex'],
  birthdate: ['profile.birthdate', 'bday'],
  zoneinfo: ['profile.zoneinfo', ''],
  locale: ['profile.locale', 'language'],
  address: ['profile.address', ''],
  formatted: ['profile.formatted', 'street-address'],
  streetAddress: ['profile.street_address', 'street-address'],
  locality: ['profile.locality', 'address-level2'],
  region: ['profile.region', 'address-level1'],
  postalCode: ['profile.postal_code', 'postal-code'],
  country: ['profile.country', 'country-name'],
} as const satisfies Record<string, readonly [TextKey, string]>;

const findKnown = (name: string) => (Object.hasOwn(names, name) ? names[name as keyof typeof names] : undefined);

export const labelOf = (t: Translate, { name, label }: { name: string; label: string }): string => {
  const text = findKnown(name)?.[0];
  return label || (text ? t(text) : name);
};
export const autoCompleteOf = (name: string): string => findKnown(name)?.[1] || 'off';

const options = {
  female: 'profile.female',
  male: 'profile.male',
  prefer_not_to_say: 'profile.prefer_not_to_say',
} as const satisfies Record<string, TextKey>;

/** The default options of the gender field are translated. */
export const optionText = (
  t: Translate,
  fieldName: string,
  { value, label }: { value: string; label?: string | undefined },
) =>
  label ||
  (fieldName === 'gender' && Object.hasOwn(options, value) ? t(options[value as keyof typeof options]) : value);
