// Validates the key of a custom field.
import { isProfileKey, isUserKey, nameProblem } from '@tessera/contract/profile-field-rules';
import type { TFunction } from 'i18next';
import { isBuiltInField } from './field-defaults.ts';

export const checkKey = (key: string, existing: readonly string[], t: TFunction): string | undefined => {
  if (key === '') return t('fields.required');
  if (isProfileKey(key) || isUserKey(key) || isBuiltInField(key)) return t('custom-profile-fields.key.built_in');
  if (existing.includes(key)) return t('custom-profile-fields.key.exists');
  switch (nameProblem(key)) {
    case undefined:
      return undefined;
    case 'custom_profile_fields.invalid_name':
      return t('custom-profile-fields.key.rule');
    case 'custom_profile_fields.name_conflict_sign_in_identifier':
      return t('custom-profile-fields.key.identifier');
    case 'custom_profile_fields.name_conflict_custom_data':
      return t('custom-profile-fields.key.reserved');
    default:
      return t('custom-profile-fields.key.built_in');
  }
};
