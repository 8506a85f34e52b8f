// Converts a connector's configuration between the API's format and the values of its form.
import type { FormItem } from '@tessera/contract/connectors';
import type { JsonObject } from '@tessera/contract/fields';
import type { TFunction } from 'i18next';
import { checkRequired, withoutGaps } from '../../kit/required-text.ts';

export type FieldValue = string | boolean | string[];
/** By the key of the form item. Fields of the connector itself start with `@`, which no key does. */
export type ConnectorValues = Record<string, FieldValue>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const fieldValue = ({ type }: FormItem, value: unknown): FieldValue => {
  switch (type) {
    case 'Switch':
      return value === true;
    case 'MultiSelect':
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    case 'Json':
      return value === undefined ? '' : JSON.stringify(value, undefined, 2);
    case 'Number':
      return typeof value === 'number' ? String(value) : textOf(value);
    default:
      return textOf(value);
  }
};

export const defaultsOf = (items: readonly FormItem[]): ConnectorValues =>
  Object.fromEntries(items.map((item) => [item.key, fieldValue(item, item.defaultValue)]));

export const configValues = (items: readonly FormItem[], config: JsonObject): ConnectorValues =>
  Object.fromEntries(items.map((item) => [item.key, fieldValue(item, config[item.key])]));

export const isShown = ({ showConditions = [] }: FormItem, values: ConnectorValues): boolean =>
  showConditions.every(({ targetKey, expectValue }) => values[targetKey] === expectValue);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Undefined if the field is empty. */
const parsed = ({ type, key }: FormItem, value: FieldValue | undefined): unknown => {
  if (typeof value !== 'string') return Array.isArray(value) && value.length === 0 ? undefined : value;
  const text = key === 'scope' ? value.trim().replace(/\s+/g, ' ') : value.trim();
  if (text === '') return undefined;
  if (type === 'Number') return Number(text);
  return type === 'Json' ? parseJson(text) : text;
};

/** Entries without a field on the page keep their values, and those of empty fields are removed. */
export const configOf = (items: readonly FormItem[], values: ConnectorValues, stored: JsonObject = {}): JsonObject => {
  const shown = items.filter((item) => isShown(item, values));
  const entries = shown.flatMap((item) => {
    const value = parsed(item, values[item.key]);
    return value === undefined ? [] : [[item.key, value]];
  });
  const kept = Object.entries(stored).filter(([key]) => !shown.some((item) => item.key === key));
  return Object.fromEntries([...kept, ...entries]) as JsonObject;
};

const checkItem = (item: FormItem, value: FieldValue | undefined, t: TFunction): string | undefined => {
  const { type, required } = item;
  if (type === 'Switch') return undefined;
  const isEmpty = typeof value === 'string' ? value.trim() === '' : !Array.isArray(value) || value.length === 0;
  if (isEmpty) return required ? t('fields.required') : undefined;
  if (type === 'Number' && !Number.isFinite(parsed(item, value))) return t('connectors.form.number_rule');
  if (type === 'Json' && parsed(item, value) === undefined) return t('connectors.form.json_rule');
  return undefined;
};

/** `isStandard`: the connector has its own name and target. */
export const checkValues = (
  items: readonly FormItem[],
  values: ConnectorValues,
  { isStandard, t }: { isStandard: boolean; t: TFunction },
): Record<string, string> => ({
  ...(isStandard &&
    withoutGaps({
      '@name': checkRequired(textOf(values['@name']), 128, t),
      '@target': checkRequired(textOf(values['@target']), 128, t),
    })),
  ...withoutGaps(
    Object.fromEntries(
      items.filter((item) => isShown(item, values)).map((item) => [item.key, checkItem(item, values[item.key], t)]),
    ),
  ),
});

/** Never stored in the browser. */
export const secretKeys = (items: readonly FormItem[]): string[] =>
  items.filter(({ isConfidential }) => isConfidential).map(({ key }) => key);

/** The field of a server issue: its path leads through the configuration. */
export const fieldOfIssue = ({ path }: { path: readonly (string | number)[] }, values: ConnectorValues) =>
  path.map(String).find((part) => Object.hasOwn(values, part));
