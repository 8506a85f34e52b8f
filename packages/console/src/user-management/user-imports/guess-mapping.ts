// Guesses which field a column contains, by common names of other systems.
import type { ColumnMapping, ImportField } from '@tessera/contract/import-fields';
import { addressFields, profileFields, userFields } from './file-format.ts';

const fields: readonly ImportField[] = [...userFields, ...profileFields, ...addressFields];

/** Without case, spaces and punctuation. A column of plain-text passwords must not be guessed. */
const names: Partial<Record<ImportField, string>> = {
  username: 'username login loginname user userlogin accountname samaccountname benutzername',
  primaryEmail: 'email emailaddress mail useremail emails workemail',
  primaryPhone: 'phone phonenumber mobile mobilephone mobilenumber telephone tel cell cellphone telefon handy',
  name: 'fullname displayname realname vollername anzeigename',
  avatar: 'picture photo image avatarurl photourl pictureurl profilepicture',
  customData: 'metadata usermetadata attributes custom appmetadata',
  isSuspended: 'suspended blocked disabled locked banned gesperrt',
  primaryEmailVerified: 'emailverified verifiedemail emailconfirmed',
  primaryPhoneVerified: 'phoneverified phonenumberverified phoneconfirmed',
  passwordAlgorithm: 'algorithm hashalgorithm passwordhashalgorithm encryptionmethod',
  passwordDigest: 'passwordhash hash hashedpassword encryptedpassword',
  'profile.givenName': 'givenname firstname forename vorname',
  'profile.familyName': 'familyname lastname surname nachname',
  'profile.middleName': 'middlename',
  'profile.nickname': 'nickname alias spitzname',
  'profile.preferredUsername': 'preferredusername',
  'profile.website': 'website homepage web',
  'profile.gender': 'gender sex geschlecht',
  'profile.birthdate': 'birthdate birthday dateofbirth dob geburtsdatum',
  'profile.zoneinfo': 'zoneinfo timezone',
  'profile.locale': 'locale language lang sprache',
  'profile.address.formatted': 'address adresse',
  'profile.address.streetAddress': 'street streetaddress addressline1 strasse straße',
  'profile.address.locality': 'locality city town ort stadt',
  'profile.address.region': 'region state province bundesland',
  'profile.address.postalCode': 'postalcode postcode zip zipcode plz',
  'profile.address.country': 'country land',
};

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const byName = new Map<string, ImportField>([
  ...Object.entries(names).flatMap(([field, list]) =>
    list.split(' ').map((name): [string, ImportField] => [name, field as ImportField]),
  ),
  ...fields.map((field): [string, ImportField] => [plain(field), field]),
]);

/** A choice for every column; each field is used once. `known`: a mapping that was used before. */
export function guessMapping(columns: readonly string[], known: ColumnMapping = {}): ColumnMapping {
  const exact = (name: string): ImportField | null | undefined => {
    if (Object.hasOwn(known, name)) return known[name];
    return fields.find((field) => field === name);
  };
  const used = new Set<ImportField | null | undefined>(columns.map(exact));
  const choices = columns.map((name): [string, ImportField | null] => {
    const certain = exact(name);
    if (certain !== undefined) return [name, certain];
    const guess = byName.get(plain(name));
    if (guess === undefined || used.has(guess)) return [name, null];
    used.add(guess);
    return [name, guess];
  });
  return Object.fromEntries(choices);
}

/** Columns named like their field need no mapping. */
export const mappingOf = (choices: ColumnMapping): ColumnMapping =>
  Object.fromEntries(Object.entries(choices).filter(([name, field]) => name !== field));
