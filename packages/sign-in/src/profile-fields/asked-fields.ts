// Profile fields as form fields: composite fields are split into parts and joined when sent.
import type { CustomProfileField, ProfileFieldConfig } from '@tessera/contract/custom-profile-fields';
import type { JsonObject } from '@tessera/contract/fields';
import { isProfileKey, isUserKey } from '@tessera/contract/profile-field-rules';

export type AskedField = {
  /** Unique in the form: the name, or field and part name. */
  key: string;
  name: string;
  type: CustomProfileField['type'];
  label: string;
  description: string | undefined;
  required: boolean;
  config: ProfileFieldConfig;
};
export type AskedGroup = { field: CustomProfileField; asked: AskedField[] };
/** Input by key; a checkbox is `true` or `false`. */
export type TypedValues = Readonly<Record<string, string>>;

const hasParts = ({ type }: CustomProfileField) => type === 'Address' || type === 'Fullname';

export const groupsOf = (fields: readonly CustomProfileField[]): AskedGroup[] =>
  fields.map((field) => {
    const { name, label, description, required, config } = field;
    if (!hasParts(field)) {
      const { type } = field;
      return {
        field,
        asked: [{ key: name, name, type, label, description: description ?? undefined, required, config }],
      };
    }
    const parts = (config.parts ?? []).filter(({ enabled }) => enabled);
    return {
      field,
      asked: parts.map((part) => ({
        key: `${name}.${part.name}`,
        name: part.name,
        type: part.type,
        label: part.label ?? '',
        description: part.description,
        required: required && part.required,
        config: part.config ?? {},
      })),
    };
  });

export const initialValues = (groups: readonly AskedGroup[]): TypedValues =>
  Object.fromEntries(
    groups.flatMap(({ asked }) =>
      asked.map(({ key, type, config }) => [key, config.defaultValue ?? (type === 'Checkbox' ? 'false' : '')]),
    ),
  );

/** Standard claims are strings; custom data keeps its type. */
const parseTyped = ({ name, type }: AskedField, text: string) => {
  if (isProfileKey(name) || isUserKey(name)) return text;
  if (type === 'Number') return Number(text);
  return type === 'Checkbox' ? text === 'true' : text;
};

const sentOf = ({ field, asked }: AskedGroup, values: TypedValues): JsonObject => {
  const texts = asked.map((one) => [one, (values[one.key] ?? '').trim()] as const);
  // Empty parts are sent too, so that the field counts as answered.
  if (field.type === 'Address') {
    return { [field.name]: Object.fromEntries(texts.map(([{ name }, text]) => [name, text])) };
  }
  if (field.type === 'Fullname') return Object.fromEntries(texts.map(([{ name }, text]) => [name, text]));
  return Object.fromEntries(texts.flatMap(([one, text]) => (text === '' ? [] : [[one.name, parseTyped(one, text)]])));
};

export const sentValues = (groups: readonly AskedGroup[], values: TypedValues): JsonObject =>
  Object.assign({}, ...groups.map((group) => sentOf(group, values)));
