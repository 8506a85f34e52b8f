// Evaluates the filter in brackets of a PATCH path on the values of a multi-valued attribute.
import type { Comparison, Filter } from './filter.ts';
import { type Attribute, findAttribute } from './schemas.ts';
import { scimError } from './scim-error.ts';

export type Item = Record<string, unknown>;

const compare = ({ operator, value }: Comparison, stored: unknown, { type, isCaseExact }: Attribute): boolean => {
  const isMissing = stored === undefined || stored === null || stored === '';
  if (operator === 'pr') return !isMissing;
  if (value === null) return operator === 'eq' ? isMissing : operator === 'ne' && !isMissing;
  const fold = (one: unknown) => (typeof one === 'string' && !isCaseExact ? one.toLowerCase() : one);
  const isBoolean = type === 'boolean';
  // Entra ID sends booleans as text, and a missing one is false.
  const [left, right] = isBoolean ? [String(stored ?? false), String(fold(value))] : [fold(stored), fold(value)];
  if (operator === 'eq') return left === right;
  if (operator === 'ne') return left !== right;
  if (isBoolean) return false;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  const results: Record<string, () => boolean> = {
    co: () => left.includes(right),
    sw: () => left.startsWith(right),
    ew: () => left.endsWith(right),
    gt: () => left > right,
    ge: () => left >= right,
    lt: () => left < right,
    le: () => left <= right,
  };
  return results[operator]?.() ?? false;
};

/** `attributes`: those of one value, such as `type` and `value`. */
export const matches = (filter: Filter, item: Item, attributes: readonly Attribute[]): boolean => {
  if (filter.type === 'and') return matches(filter.left, item, attributes) && matches(filter.right, item, attributes);
  if (filter.type === 'or') return matches(filter.left, item, attributes) || matches(filter.right, item, attributes);
  if (filter.type === 'not') return !matches(filter.inner, item, attributes);
  const attribute = findAttribute(attributes, filter.path);
  if (filter.type === 'within' || !attribute) throw scimError('invalid_path', { path: filter.path });
  return compare(filter, item[attribute.name], attribute);
};

/** The values that a new item must have to match, if the filter only consists of equal signs. */
export const requiredValues = (filter: Filter, attributes: readonly Attribute[]): Item | undefined => {
  if (filter.type === 'and') {
    const parts = [requiredValues(filter.left, attributes), requiredValues(filter.right, attributes)];
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
  }
  if (filter.type !== 'compare' || filter.operator !== 'eq' || filter.value === null) return undefined;
  const attribute = findAttribute(attributes, filter.path);
  return attribute && { [attribute.name]: filter.value };
};
