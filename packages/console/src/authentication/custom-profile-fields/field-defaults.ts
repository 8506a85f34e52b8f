// Defaults of a new field by name, and where its values are stored.
import { addressParts, builtInFields, fullnameParts } from '@tessera/contract/profile-field-rules';
import type { NewField, ProfileField } from './query.ts';

export type BuiltIn = 'name' | 'fullname' | 'nickname' | 'birthdate' | 'gender' | 'profile' | 'website' | 'address';
export const isBuiltInField = (name: string): name is BuiltIn => (builtInFields as readonly string[]).includes(name);

const text = { minLength: 1, maxLength: 100 };
const part = (name: string, enabled: boolean) => ({
  name,
  type: 'Text' as const,
  enabled,
  required: true,
  config: text,
});
const genders = ['female', 'male', 'prefer_not_to_say'];
const usualDate = 'MM/dd/yyyy';

/** Built-in fields have translated names; custom fields use their key as the label at first. */
export const newFieldOf = (name: string): NewField => {
  const common = { name, required: true, label: isBuiltInField(name) ? '' : name };
  switch (name) {
    case 'profile':
    case 'website':
      return { ...common, type: 'Url' };
    case 'gender':
      return { ...common, type: 'Select', config: { options: genders.map((value) => ({ value })) } };
    case 'birthdate':
      return { ...common, type: 'Date', config: { format: usualDate, placeholder: usualDate } };
    case 'address':
      return {
        ...common,
        type: 'Address',
        config: { parts: addressParts.map((one) => part(one, one === 'formatted')) },
      };
    case 'fullname':
      return {
        ...common,
        type: 'Fullname',
        config: { parts: fullnameParts.map((one) => part(one, one !== 'middleName')) },
      };
    default:
      return { ...common, type: 'Text', config: text };
  }
};

/** The keys in a user's data that hold the values, one per enabled part. */
export const dataKeys = ({ name, config }: Pick<ProfileField, 'name' | 'config'>): string[] => {
  const parts = (config.parts ?? []).filter(({ enabled }) => enabled).map((one) => one.name);
  if (name === 'address') return parts.map((one) => `address.${one}`);
  if (name === 'fullname') return parts;
  return [isBuiltInField(name) ? name : `customData.${name}`];
};
