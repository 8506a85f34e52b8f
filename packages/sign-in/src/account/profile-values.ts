// Profile fields of the account: those the tenant collects, otherwise a few standard ones, and all that have a value.
import type { OwnAccount } from '@tessera/contract/account';
import type { PublicAccountCenter } from '@tessera/contract/account-center';
import type { CustomProfileField } from '@tessera/contract/custom-profile-fields';
import type { JsonObject } from '@tessera/contract/fields';
import { isProfileKey, isUserKey, profileKeys } from '@tessera/contract/profile-field-rules';
import { nativeName, translatedLanguages } from '@tessera/phrases/languages';
import type { Settings } from '../boot/page.ts';
import { type AskedGroup, groupsOf, type TypedValues } from '../profile-fields/asked-fields.ts';
import { isEditable, isVisible } from './account-context.ts';

const fieldOf = (name: string, more: Partial<CustomProfileField> = {}): CustomProfileField => ({
  ...{ tenantId: '', id: name, name, type: 'Text', label: '', description: null, required: false },
  ...{ config: {}, createdAt: 0, sieOrder: 0 },
  ...more,
});

const languageField = ({ customLanguages = [] }: Settings, current: unknown) => {
  const ours = translatedLanguages.map(({ tag }): string => tag);
  const tags = new Set([...ours, ...customLanguages, ...(typeof current === 'string' && current ? [current] : [])]);
  const options = [...tags].map((tag) => ({ value: tag, label: nativeName(tag) }));
  return fieldOf('locale', { type: 'Select', config: { options } });
};

/** The column of the account a field belongs to. */
const columnOf = ({ field }: AskedGroup) =>
  field.type === 'Fullname' || isProfileKey(field.name) ? 'profile' : 'customData';

export const profileGroups = (settings: Settings, center: PublicAccountCenter, account: OwnAccount): AskedGroup[] => {
  const { profile = {} } = account;
  // Name and avatar have rows of their own.
  const collected = settings.customProfileFields.filter(({ name }) => !isUserKey(name));
  const standard = [
    fieldOf('birthdate', { type: 'Date', config: { format: 'yyyy-MM-dd' } }),
    languageField(settings, profile.locale),
  ];
  const first = collected.length > 0 ? collected : standard;
  const known = new Set(first.flatMap(({ name, config }) => [name, ...(config.parts ?? []).map((part) => part.name)]));
  const valued = profileKeys.filter((name) => !known.has(name) && typeof profile[name] === 'string' && profile[name]);
  const groups = groupsOf([...first, ...valued.map((name) => fieldOf(name))]);
  return groups.filter((group) => isVisible(center, columnOf(group)));
};

export const isGroupEditable = (center: PublicAccountCenter, group: AskedGroup) => isEditable(center, columnOf(group));

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));

export const valuesOf = ({ field, asked }: AskedGroup, { profile = {}, customData = {} }: OwnAccount): TypedValues => {
  const address = (profile.address ?? {}) as JsonObject;
  const read = (name: string) => {
    if (field.type === 'Address') return address[name];
    return isProfileKey(name) ? profile[name] : customData[name];
  };
  return Object.fromEntries(asked.map(({ key, name }) => [key, textOf(read(name))]));
};

/** Custom data keeps the type of its field. */
const parsed = (type: string, text: string) => {
  if (type === 'Number') return Number(text);
  return type === 'Checkbox' ? text === 'true' : text;
};

/** The requests that store the values. Standard claims are emptied by an empty text. */
export const changesOf = (group: AskedGroup, values: TypedValues, { customData = {} }: OwnAccount) => {
  const { field, asked } = group;
  const texts = asked.map(({ key, name, type }) => ({ name, type, text: (values[key] ?? '').trim() }));
  const claims = Object.fromEntries(texts.map(({ name, text }) => [name, text]));
  if (field.type === 'Address') return { profile: { address: claims } };
  if (columnOf(group) === 'profile') return { profile: claims };
  const { [field.name]: _, ...others } = customData;
  const added = texts.flatMap(({ name, type, text }) => (text === '' ? [] : [[name, parsed(type, text)]]));
  return { customData: { ...others, ...Object.fromEntries(added) } as JsonObject };
};
