// Applies PATCH operations (RFC 7644, section 3.5.2) to the attributes of a resource, with the dialects of Entra ID and
// Okta: operations in any case, paths as keys of a value, and values by a filter that nothing matches yet.
import type { Filter } from './filter.ts';
import { type Item, matches, requiredValues } from './match-filter.ts';
import { type PatchPath, parsePath } from './patch-path.ts';
import { type Attributes, checkCount, readAttribute } from './read-attributes.ts';
import type { ResourceKind } from './schemas.ts';
import { scimError } from './scim-error.ts';

type Action = 'add' | 'replace' | 'remove';
export type Operation = { action: Action; path: string | undefined; value: unknown };

const mostOperations = 1000;
const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By name, in any case. */
const field = (given: Attributes, name: string): unknown => {
  const key = Object.keys(given).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : given[key];
};

const syntax = (reason: string) => scimError('invalid_syntax', { reason });

export const operationsIn = (body: Attributes): Operation[] => {
  const given = field(body, 'Operations');
  if (!Array.isArray(given) || given.length === 0) throw syntax('Operations must be a list.');
  if (given.length > mostOperations) throw syntax(`It has more than ${mostOperations} operations.`);
  return given.map((one: unknown) => {
    if (!isObject(one)) throw syntax('An operation must be an object.');
    const op = field(one, 'op');
    const action = (['add', 'replace', 'remove'] as const).find((name) => name === String(op).toLowerCase());
    if (!action) throw syntax('op must be add, replace or remove.');
    const path = field(one, 'path');
    if (path !== undefined && path !== null && typeof path !== 'string') throw syntax('path must be a text.');
    const value = field(one, 'value');
    if (action !== 'remove' && value === undefined) throw syntax('value is missing.');
    return { action, path: path || undefined, value };
  });
};

/** Only one value is primary, the newest. */
const withOnePrimary = (before: Item[], added: Item[]): Item[] => {
  const kept = added.some(({ primary }) => primary === true) ? before.map(({ primary: _, ...item }) => item) : before;
  return [...kept, ...added];
};

const addItems = (before: Item[], added: Item[]): Item[] => {
  const known = new Set(before.map((item) => JSON.stringify(item)));
  const missing = added.filter((item) => !known.has(JSON.stringify(item)));
  return missing.length === 0 ? before : withOnePrimary(before, missing);
};

/** An item that the filter would match, if it may be created. */
const newItem = (action: Action, filter: Filter, { attribute }: PatchPath): Item | undefined => {
  const required = requiredValues(filter, attribute.sub ?? []);
  const isKind = required && Object.keys(required).length === 1 && 'type' in required;
  return action === 'add' || isKind ? required : undefined;
};

/** The values that match the filter are changed, or one that matches is added. */
const changeMatching = (action: Action, target: PatchPath, filter: Filter, before: Item[], value: unknown) => {
  const { attribute, sub, source } = target;
  const isMatch = (item: Item) => matches(filter, item, attribute.sub ?? []);
  if (action === 'remove') {
    if (!sub) return before.filter((item) => !isMatch(item));
    return before.map((item) => (isMatch(item) ? { ...item, [sub.name]: undefined } : item));
  }
  const read = sub ? readAttribute(sub, value) : (readAttribute(attribute, value) as Item[] | undefined)?.[0];
  const changed = (item: Item): Item => (sub ? { ...item, [sub.name]: read } : { ...item, ...(read as Item) });
  const isPrimary = sub?.name === 'primary' ? read === true : (read as Item | undefined)?.primary === true;
  if (before.some(isMatch)) {
    return before.map((item) => {
      if (isMatch(item)) return changed(item);
      return isPrimary ? { ...item, primary: undefined } : item;
    });
  }
  const created = newItem(action, filter, target);
  if (!created) throw scimError('no_target', { path: source });
  return [...before, changed(created)];
};

const changeItems = (action: Action, target: PatchPath, before: Item[], value: unknown): Item[] | undefined => {
  const { attribute, sub, filter } = target;
  if (filter) return changeMatching(action, target, filter, before, value);
  // `emails.value` without a filter means all values.
  if (sub) {
    const read = action === 'remove' ? undefined : readAttribute(sub, value);
    return before.length > 0 || read === undefined
      ? before.map((item) => ({ ...item, [sub.name]: read }))
      : [{ [sub.name]: read }];
  }
  const items = (readAttribute(attribute, value) as Item[] | undefined) ?? [];
  if (action === 'remove') {
    // Entra ID lists the values to remove instead of filtering them.
    if (items.length === 0) return undefined;
    return before.filter((item) => !items.some((one) => one.value === item.value));
  }
  return action === 'add' ? addItems(before, items) : items;
};

/** Counted after every operation, since each compares its values with all before. */
const changeMulti = (action: Action, target: PatchPath, before: Item[], value: unknown): Item[] | undefined => {
  const changed = changeItems(action, target, before, value);
  checkCount(target.attribute, changed ?? []);
  return changed;
};

const changeAttribute = (action: Action, target: PatchPath, before: unknown, value: unknown): unknown => {
  const { attribute, sub } = target;
  if (attribute.isReadOnly) throw scimError('read_only', { attribute: attribute.name });
  if (attribute.isMulti) return changeMulti(action, target, (before as Item[] | undefined) ?? [], value);
  if (action === 'remove' && attribute.isRequired) throw scimError('read_only', { attribute: attribute.name });
  if (sub) {
    const read = action === 'remove' ? undefined : readAttribute(sub, value);
    return { ...(before as Item | undefined), [sub.name]: read };
  }
  if (action === 'remove') return undefined;
  const read = readAttribute(attribute, value);
  // Other parts of a complex attribute stay as they are.
  return attribute.type === 'complex' && isObject(before) && isObject(read) ? { ...before, ...read } : read;
};

const applyAt = (resource: Attributes, action: Action, target: PatchPath, value: unknown): Attributes => {
  const { urn, attribute } = target;
  if (!urn) return { ...resource, [attribute.name]: changeAttribute(action, target, resource[attribute.name], value) };
  const part = (resource[urn] as Attributes | undefined) ?? {};
  return {
    ...resource,
    [urn]: { ...part, [attribute.name]: changeAttribute(action, target, part[attribute.name], value) },
  };
};

/** Attributes that a value without a path carries along. */
const ignored = new Set(['schemas', 'id', 'meta', 'groups', 'password']);

const applyValue = (kind: ResourceKind, resource: Attributes, action: Action, value: unknown, prefix = '') => {
  if (!isObject(value)) throw syntax('value must be an object if there is no path.');
  let changed = resource;
  for (const [name, part] of Object.entries(value)) {
    const { extension } = kind;
    if (extension && name.toLowerCase() === extension.urn.toLowerCase()) {
      changed = applyValue(kind, changed, action, part, `${extension.urn}:`);
      continue;
    }
    if (ignored.has(name.toLowerCase())) continue;
    const target = parsePath(kind, `${prefix}${name}`);
    // Unknown attributes of a value are ignored, as when the resource is created.
    if (target) changed = applyAt(changed, action, target, part);
  }
  return changed;
};

/** The resource after one operation. */
export const applyOperation = (kind: ResourceKind, resource: Attributes, operation: Operation): Attributes => {
  const { action, path, value } = operation;
  if (path === undefined) {
    if (action === 'remove') throw scimError('no_target', { path: '""' });
    return applyValue(kind, resource, action, value);
  }
  const { extension } = kind;
  if (extension && path.toLowerCase() === extension.urn.toLowerCase()) {
    if (action === 'remove') return { ...resource, [extension.urn]: undefined };
    return applyValue(kind, resource, action, value, `${extension.urn}:`);
  }
  if (path.toLowerCase() === 'password' || path.toLowerCase() === `${kind.core.urn}:password`.toLowerCase()) {
    return resource;
  }
  const target = parsePath(kind, path);
  if (!target) throw scimError('invalid_path', { path });
  return applyAt(resource, action, target, value);
};
