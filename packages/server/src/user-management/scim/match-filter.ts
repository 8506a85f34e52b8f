// Evaluates the filter in brackets of a PATCH path on the values of a multi-valued attribute.
import type { Comparison, Filter } from './filter.ts';
import { type Attribute, findAttribute } from './schemas.ts';
import { scimError } from './scim-error.ts';

export type Item = Record<string, unknown>;

const compare = ({ operator, value }: Comparison, stored: unknown, isCaseExact: boolean): boolean => {
  if (operator === 'pr') return stored !== undefined && stored !== null && stored !== '';
  const fold = (one: unknown) => (typeof one === 'string' && !isCaseExact ? one.toLowerCase() : one);
  const [left, right] = [fold(stored), fold(value)];
  // Entra ID sends booleans as text.
  const isSame = left === right || (typeof left === 'boolean' && String(left) === right);
  if (operator === 'eq') return isSame || (right === null && left === undefined);
  if (operator === 'ne') return !isSame;
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
  return compare(filter, item[attribute.name], attribute.isCaseExact ?? false);
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
