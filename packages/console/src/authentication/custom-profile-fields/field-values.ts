// Form values of a profile field, their validation and the request body. Parts of an address or full name have the same
// settings as a field.
import { compiles, customDateFormat, dateFormats } from '@tessera/contract/profile-field-rules';
import type { TFunction } from 'i18next';
import { isBuiltInField } from './field-defaults.ts';
import type { FieldSettings, ProfileField } from './query.ts';

export type FieldType = ProfileField['type'];
export const simpleTypes = ['Text', 'Number', 'Date', 'Checkbox', 'Select', 'Url', 'Regex'] as const;
export type SimpleType = (typeof simpleTypes)[number];
type Part = NonNullable<ProfileField['config']['parts']>[number];
/** Number inputs hold a string while empty. */
type Amount = number | string;

export type Settings = {
  type: FieldType;
  label: string;
  description: string;
  placeholder: string;
  required: boolean;
  minLength: Amount;
  maxLength: Amount;
  minValue: Amount;
  maxValue: Amount;
  format: string;
  customFormat: string;
  /** One per line, as `value` or `value:label`. */
  options: string;
  regex: string;
  defaultValue: 'true' | 'false';
};
export type PartSettings = Settings & { name: string; enabled: boolean };
export type FieldValues = Settings & { parts: PartSettings[] };

type Stored = Pick<Part, 'type' | 'required' | 'config'> & {
  label?: string | undefined;
  description?: string | null | undefined;
};

const optionLines = (options: { value: string; label?: string | undefined }[] = []) =>
  options.map(({ value, label }) => (label ? `${value}:${label}` : value)).join('\n');

const settingsOf = ({ type, label = '', description, required, config = {} }: Stored): Settings => ({
  type,
  label,
  description: description ?? '',
  placeholder: config.placeholder ?? '',
  required,
  minLength: config.minLength ?? '',
  maxLength: config.maxLength ?? '',
  minValue: config.minValue ?? '',
  maxValue: config.maxValue ?? '',
  format: type === 'Date' ? (config.format ?? dateFormats[0]) : '',
  customFormat: config.customFormat ?? '',
  options: optionLines(config.options),
  regex: type === 'Regex' ? (config.format ?? '') : '',
  defaultValue: config.defaultValue === 'true' ? 'true' : 'false',
});

export const valuesOf = (field: ProfileField): FieldValues => ({
  ...settingsOf(field),
  parts: (field.config.parts ?? []).map((part) => ({ ...settingsOf(part), name: part.name, enabled: part.enabled })),
});

const optionsOf = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':');
      const label = at < 0 ? '' : line.slice(at + 1).trim();
      return { value: (at < 0 ? line : line.slice(0, at)).trim(), ...(label && { label }) };
    });

const omitEmpty = (amounts: Record<string, Amount>) =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => typeof amount === 'number'));

/** Only the settings that apply to the type. */
const configOf = (settings: Settings) => {
  const { minLength, maxLength, minValue, maxValue, format, customFormat } = settings;
  const placeholder = settings.placeholder.trim() ? { placeholder: settings.placeholder.trim() } : {};
  switch (settings.type) {
    case 'Text':
      return { ...placeholder, ...omitEmpty({ minLength, maxLength }) };
    case 'Number':
      return { ...placeholder, ...omitEmpty({ minValue, maxValue }) };
    case 'Date':
      return { ...placeholder, format, ...(format === customDateFormat && { customFormat: customFormat.trim() }) };
    case 'Checkbox':
      return { defaultValue: settings.defaultValue };
    case 'Select':
      return { ...placeholder, options: optionsOf(settings.options) };
    case 'Regex':
      return { ...placeholder, format: settings.regex };
    default:
      return placeholder;
  }
};

const sentOf = (settings: Settings) => ({
  type: settings.type,
  label: settings.label.trim(),
  ...(settings.type !== 'Checkbox' && { description: settings.description.trim() }),
  required: settings.type === 'Checkbox' ? false : settings.required,
  config: configOf(settings),
});

export const bodyOf = (values: FieldValues): FieldSettings => {
  const { type, parts } = values;
  if (type !== 'Address' && type !== 'Fullname') return sentOf(values) as FieldSettings;
  const sent = parts.map((part) => ({ ...sentOf(part), name: part.name, enabled: part.enabled }));
  return { ...sentOf(values), type, config: { parts: sent } } as FieldSettings;
};

/** Changing the type resets type-specific settings. */
export const withType = <S extends Settings>(settings: S, type: SimpleType): S => ({
  ...settings,
  type,
  format: type === 'Date' ? dateFormats[0] : '',
  customFormat: '',
  placeholder: type === 'Date' ? dateFormats[0] : settings.type === 'Date' ? '' : settings.placeholder,
  required: type === 'Checkbox' ? false : settings.required,
});

/** A named format also becomes the placeholder. */
export const withFormat = <S extends Settings>(settings: S, format: string): S => ({
  ...settings,
  format,
  placeholder: format === customDateFormat ? settings.placeholder : format,
});

const isWholeFromZero = (amount: Amount) => amount === '' || (Number.isInteger(amount) && Number(amount) >= 0);
const isDisordered = (min: Amount, max: Amount) => min !== '' && max !== '' && Number(min) > Number(max);

const checkSettings = (settings: Settings, isLabelOwn: boolean, t: TFunction): Record<string, string> => {
  const errors: Record<string, string> = {};
  const { type, label, description, placeholder, minLength, maxLength, minValue, maxValue } = settings;
  if (isLabelOwn && label.trim() === '') errors.label = t('fields.required');
  if (label.length > 128) errors.label = t('fields.too_long', { max: 128 });
  if (description.length > 256) errors.description = t('fields.too_long', { max: 256 });
  if (placeholder.length > 256) errors.placeholder = t('fields.too_long', { max: 256 });
  if (type === 'Text') {
    if (!isWholeFromZero(minLength)) errors.minLength = t('custom-profile-fields.length_rule');
    if (!isWholeFromZero(maxLength)) errors.maxLength = t('custom-profile-fields.length_rule');
    else if (isDisordered(minLength, maxLength)) errors.maxLength = t('custom-profile-fields.range_rule');
  }
  if (type === 'Number' && isDisordered(minValue, maxValue)) errors.maxValue = t('custom-profile-fields.range_rule');
  if (type === 'Date' && settings.format === customDateFormat) {
    if (settings.customFormat.trim() === '') errors.customFormat = t('fields.required');
    if (settings.customFormat.length > 128) errors.customFormat = t('fields.too_long', { max: 128 });
  }
  if (type === 'Select') {
    const values = optionsOf(settings.options).map(({ value }) => value);
    if (values.length === 0) errors.options = t('fields.required');
    else if (values.includes('') || new Set(values).size < values.length) {
      errors.options = t('custom-profile-fields.options_rule');
    }
  }
  if (type === 'Regex') {
    if (settings.regex === '') errors.regex = t('fields.required');
    else if (settings.regex.length > 128) errors.regex = t('fields.too_long', { max: 128 });
    else if (!compiles(settings.regex)) errors.regex = t('custom-profile-fields.regex_rule');
  }
  return errors;
};

/** Errors of a part have its name in their path. */
export const checkField = (name: string, values: FieldValues, t: TFunction): Record<string, string> => {
  const isComposite = values.type === 'Address' || values.type === 'Fullname';
  if (!isComposite) return checkSettings(values, !isBuiltInField(name), t);
  const enabled = values.parts.filter(({ enabled: on }) => on);
  if (enabled.length === 0) return { parts: t('custom-profile-fields.parts_rule') };
  const errors = enabled.flatMap((part) =>
    Object.entries(checkSettings(part, false, t)).map(([field, error]) => [`parts.${part.name}.${field}`, error]),
  );
  return Object.fromEntries(errors) as Record<string, string>;
};
