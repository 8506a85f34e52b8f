// Field-by-field differences between two versions of an entity. Nested fields use dotted names; lists are compared as a
// whole.
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

/** Changes with every write, so it says nothing. */
const isNoise = (path: string) => path === 'updatedAt';

export const differencesOf = (
  before: JsonObject | null | undefined,
  after: JsonObject | null | undefined,
): Difference[] => {
  const [old, current] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((path) => ({ path, before: old.get(path), after: current.get(path) }))
    .filter(({ path }) => !isNoise(path))
    .filter((one) => text(one.before) !== text(one.after) && !(isNothing(one.before) && isNothing(one.after)));
};

/** What was removed from a list, what was added, and how many stayed; `undefined` unless both are lists of texts. */
export const listChanges = (before: Value, after: Value) => {
  const isList = (value: Value): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (!isList(before) || !isList(after)) return undefined;
  return {
    before: before.filter((item) => !after.includes(item)),
    after: after.filter((item) => !before.includes(item)),
    unchanged: before.filter((item) => after.includes(item)).length,
  };
};

/** A time in milliseconds, by the name of its field. */
export const isTime = (path: string, value: Value): value is number =>
  /(^|\.)\w+At$/.test(path) && typeof value === 'number';

/** The display text of a value: strings as they are, one per line, everything else as JSON. */
export const shownValue = (value: Value): string => {
  if (isNothing(value)) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};
