// What differs between two versions of a thing, field by field. Fields of objects have names with dots; lists are whole.
import type { JsonObject } from '@tessera/contract/fields';

type Value = JsonObject[string] | undefined;
export type Difference = { path: string; before: Value; after: Value };

const isObject = (value: Value): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: JsonObject | null | undefined, prefix = ''): [string, Value][] =>
  Object.entries(value ?? {}).flatMap(([name, item]): [string, Value][] => {
    const isDeep = isObject(item) && Object.keys(item).length > 0;
    return isDeep ? fieldsOf(item, `${prefix}${name}.`) : [[`${prefix}${name}`, item]];
  });

const text = (value: Value) => JSON.stringify(value) ?? '';
const isNothing = (value: Value) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

export const differencesOf = (
  before: JsonObject | null | undefined,
  after: JsonObject | null | undefined,
): Difference[] => {
  const [old, current] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((path) => ({ path, before: old.get(path), after: current.get(path) }))
    .filter((one) => text(one.before) !== text(one.after) && !(isNothing(one.before) && isNothing(one.after)));
};

/** A value as people read it: texts as they are, one below the other, and everything else as it is written. */
export const shownValue = (value: Value): string => {
  if (isNothing(value)) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};
