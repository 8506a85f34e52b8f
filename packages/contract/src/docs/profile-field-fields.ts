// The fields of a custom profile field, in the Management API and on the sign-in pages.
import type { FieldDoc } from './field-doc.ts';

export const profileFieldFields = {
  name: { text: 'Key of the field: a standard claim, or a key of the custom data.', example: 'company' },
  type: 'Type of input.',
  label: { text: 'Label of the field.', example: 'Company' },
  description: { text: 'Hint below the field.', example: 'Where you work.' },
  required: { text: 'Whether the field is required.', example: false },
  config: 'Settings of the input.',
  placeholder: { text: 'Placeholder of the input.', example: 'Acme Inc.' },
  minLength: { text: 'Minimum number of characters.', example: 1 },
  maxLength: { text: 'Maximum number of characters.', example: 64 },
  minValue: { text: 'Minimum value.', example: 0 },
  maxValue: { text: 'Maximum value.', example: 100 },
  format: { text: 'Date format, or regular expression.', example: 'yyyy-MM-dd' },
  customFormat: { text: 'Date format if `format` is `Custom`.', example: 'dd.MM.yyyy' },
  options: 'Options of a select field.',
  value: { text: 'Value of the option.', example: 'small' },
  'options.label': { text: 'Label of the option.', example: 'Up to 50 employees' },
  defaultValue: { text: 'Default value of the input.', example: 'small' },
  parts: 'Components of an address or full name.',
  'parts.name': { text: 'Claim that the part fills.', example: 'givenName' },
  'parts.enabled': 'Whether the part is shown.',
  enabled: 'Whether the part is shown.',
  sieOrder: { text: 'Position of the field.', example: 1 },
} as const satisfies Record<string, FieldDoc>;
