// Validation of profile fields by name and type. No dependencies, so that browsers can run it.
import type {
  NewProfileField,
  ProfileFieldConfig,
  ProfileFieldPart,
  ProfileFieldType,
} from './custom-profile-fields.ts';

export const profileFieldName = /^[0-9A-Za-z]+$/;
const identifiers = ['username', 'primaryEmail', 'primaryPhone', 'email', 'phone'];
/** Custom data keys reserved for the console. */
export const reservedCustomData = ['onboarding', 'guideRequests', 'adminConsolePreferences', 'defaultTenantId'];

/** Columns of a user. */
export const userKeys = ['name', 'avatar'] as const;
/** Keys of a user's profile: standard OpenID Connect claims without their own column. */
export const profileKeys = [
  'familyName',
  'givenName',
  'middleName',
  'nickname',
  'preferredUsername',
  'profile',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'address',
] as const;
export const addressParts = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'] as const;
export const fullnameParts = ['givenName', 'middleName', 'familyName'] as const;
/** Built-in fields; everything else is custom data. */
export const builtInFields = [
  ...['name', 'fullname', 'nickname', 'birthdate', 'gender', 'profile', 'website', 'address'],
] as const;

export const isProfileKey = (name: string) => (profileKeys as readonly string[]).includes(name);
export const isUserKey = (name: string) => (userKeys as readonly string[]).includes(name);

/** Named date formats; any other is `Custom` with its own pattern. */
export const dateFormats = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd'] as const;
export const customDateFormat = 'Custom';

export type ProfileFieldProblem =
  | 'custom_profile_fields.invalid_name'
  | 'custom_profile_fields.name_conflict_sign_in_identifier'
  | 'custom_profile_fields.name_conflict_built_in_prop'
  | 'custom_profile_fields.name_conflict_custom_data'
  | 'custom_profile_fields.invalid_min_max_input'
  | 'custom_profile_fields.invalid_options'
  | 'custom_profile_fields.invalid_default_value'
  | 'custom_profile_fields.invalid_regex_format'
  | 'custom_profile_fields.invalid_address_components'
  | 'custom_profile_fields.invalid_fullname_components'
  | 'custom_profile_fields.invalid_sub_component_type'
  | 'request.invalid_input';

export const nameProblem = (name: string): ProfileFieldProblem | undefined => {
  if (!profileFieldName.test(name)) return 'custom_profile_fields.invalid_name';
  if (name === 'preferredUsername') return 'custom_profile_fields.name_conflict_built_in_prop';
  if (identifiers.includes(name)) return 'custom_profile_fields.name_conflict_sign_in_identifier';
  if (reservedCustomData.includes(name)) return 'custom_profile_fields.name_conflict_custom_data';
  return undefined;
};

const isOrdered = (min: number | undefined, max: number | undefined) =>
  min === undefined || max === undefined || min <= max;

export const compiles = (pattern: string): boolean => {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
};

const selectProblem = ({ options = [], defaultValue }: ProfileFieldConfig): ProfileFieldProblem | undefined => {
  const values = options.map(({ value }) => value);
  const isSensible = values.length > 0 && !values.includes('') && new Set(values).size === values.length;
  if (!isSensible) return 'custom_profile_fields.invalid_options';
  const isKnown = !defaultValue || values.includes(defaultValue);
  return isKnown ? undefined : 'custom_profile_fields.invalid_default_value';
};

const partsProblem = (
  parts: ProfileFieldPart[] = [],
  known: readonly string[],
  problem: ProfileFieldProblem,
): ProfileFieldProblem | undefined => {
  const names = parts.map(({ name }) => name);
  const isSensible = names.every((name) => known.includes(name)) && new Set(names).size === names.length;
  if (!isSensible || !parts.some(({ enabled }) => enabled)) return problem;
  for (const { type, config = {}, required } of parts) {
    if (type === 'Address' || type === 'Fullname') return 'custom_profile_fields.invalid_sub_component_type';
    if (type === 'Checkbox' && required) return 'custom_profile_fields.invalid_sub_component_type';
    const found = configProblem(type, config);
    if (found) return found;
  }
  return undefined;
};

export const configProblem = (type: ProfileFieldType, config: ProfileFieldConfig): ProfileFieldProblem | undefined => {
  switch (type) {
    case 'Text':
      return isOrdered(config.minLength, config.maxLength) ? undefined : 'custom_profile_fields.invalid_min_max_input';
    case 'Number':
      return isOrdered(config.minValue, config.maxValue) ? undefined : 'custom_profile_fields.invalid_min_max_input';
    case 'Date':
      return config.format === customDateFormat && !config.customFormat ? 'request.invalid_input' : undefined;
    case 'Checkbox':
      return ['true', 'false', undefined].includes(config.defaultValue)
        ? undefined
        : 'custom_profile_fields.invalid_default_value';
    case 'Select':
      return selectProblem(config);
    case 'Regex':
      return config.format && compiles(config.format) ? undefined : 'custom_profile_fields.invalid_regex_format';
    case 'Address':
      return partsProblem(config.parts, addressParts, 'custom_profile_fields.invalid_address_components');
    case 'Fullname':
      return partsProblem(config.parts, fullnameParts, 'custom_profile_fields.invalid_fullname_components');
    default:
      return undefined;
  }
};

/** The first problem of a field. */
export const fieldProblem = ({
  name,
  type,
  config = {},
}: Pick<NewProfileField, 'name' | 'type' | 'config'>): ProfileFieldProblem | undefined => {
  const named = nameProblem(name);
  if (named) return named;
  // Only these two consist of parts.
  if (name === 'address' && type !== 'Address') return 'custom_profile_fields.invalid_address_components';
  if (name === 'fullname' && type !== 'Fullname') return 'custom_profile_fields.invalid_fullname_components';
  return configProblem(type, config);
};
