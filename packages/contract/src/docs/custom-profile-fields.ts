// Documents custom profile fields.
import type { customProfileFields } from '../custom-profile-fields.ts';
import type { ErrorCode } from '../errors.ts';
import type { ResourceDoc } from './document.ts';
import { profileFieldFields } from './profile-field-fields.ts';

const invalidField: readonly ErrorCode[] = [
  'custom_profile_fields.invalid_name',
  'custom_profile_fields.invalid_min_max_input',
  'custom_profile_fields.invalid_default_value',
  'custom_profile_fields.invalid_options',
  'custom_profile_fields.invalid_regex_format',
  'custom_profile_fields.invalid_address_components',
  'custom_profile_fields.invalid_fullname_components',
  'custom_profile_fields.invalid_sub_component_type',
];

export const customProfileFieldsDoc: ResourceDoc<typeof customProfileFields> = {
  title: 'Custom profile fields',
  about: 'Fields that users fill in after sign-up.',
  operations: {
    list: { summary: 'Returns all custom profile fields, in display order.' },
    create: {
      summary: 'Creates a custom profile field.',
      errors: [...invalidField, 'custom_profile_fields.name_exists'],
    },
    createMany: {
      summary: 'Creates up to 20 custom profile fields.',
      errors: [...invalidField, 'custom_profile_fields.name_exists'],
    },
    get: { summary: 'Returns a custom profile field.', errors: ['entity.not_exists_with_id'] },
    replace: {
      summary: 'Replaces the settings of a custom profile field.',
      errors: ['entity.not_exists', ...invalidField],
    },
    remove: { summary: 'Deletes a custom profile field.', errors: ['entity.not_exists_with_id'] },
    reorder: {
      summary: 'Sets the order of custom profile fields.',
      errors: ['custom_profile_fields.entity_not_exists_with_names'],
    },
  },
  fields: {
    ...profileFieldFields,
    id: { text: 'ID of the field.', example: 'h3m7w1q9z5yt' },
    order: 'Names of fields with their positions.',
  },
};
