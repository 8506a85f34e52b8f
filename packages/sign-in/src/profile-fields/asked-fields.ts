// The fields of a profile as a form has them: fields with parts are taken apart, and put together again when they are sent.
import type { CustomProfileField, ProfileFieldConfig } from '@tessera/contract/custom-profile-fields';
import type { JsonObject } from '@tessera/contract/fields';
import { isProfileKey, isUserKey } from '@tessera/contract/profile-field-rules';

export type AskedField = {
  /** Unique within the form: the name, or that of the whole and of the part. */
  key: string;
  name: string;
  type: CustomProfileField['type'];
  label: string;
  description: string | undefined;
  required: boolean;
  config: ProfileFieldConfig;
};
export type AskedGroup = { field: CustomProfileField; asked: AskedField[] };
/** What was typed, by key; a checkbox says `true` or `false`. */
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

/** Standard claims are texts; data of the tenant's own keeps its kind. */
const typed = ({ name, type }: AskedField, text: string) => {
  if (isProfileKey(name) || isUserKey(name)) return text;
  if (type === 'Number') return Number(text);
  return type === 'Checkbox' ? text === 'true' : text;
};

const sentOf = ({ field, asked }: AskedGroup, values: TypedValues): JsonObject => {
  const texts = asked.map((one) => [one, (values[one.key] ?? '').trim()] as const);
  // Parts are sent even when they are empty, so that the whole counts as answered.
  if (field.type === 'Address') {
    return { [field.name]: Object.fromEntries(texts.map(([{ name }, text]) => [name, text])) };
  }
  if (field.type === 'Fullname') return Object.fromEntries(texts.map(([{ name }, text]) => [name, text]));
  return Object.fromEntries(texts.flatMap(([one, text]) => (text === '' ? [] : [[one.name, typed(one, text)]])));
};

export const sentValues = (groups: readonly AskedGroup[], values: TypedValues): JsonObject =>
  Object.assign({}, ...groups.map((group) => sentOf(group, values)));
