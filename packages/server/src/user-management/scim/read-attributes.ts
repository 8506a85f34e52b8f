// Reads the attributes of a request into their canonical form: names in the case of the schema, unknown ones dropped,
// empty ones removed. Accepts the dialects of identity providers, such as booleans as text.
import { type Attribute, findAttribute, type ResourceKind } from './schemas.ts';
import { scimError } from './scim-error.ts';

export type Attributes = Record<string, unknown>;

const mostOfText = 1024;
const mostValues = 100;

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
const invalid = (attribute: string, reason: string) => scimError('invalid_value', { attribute, reason });

const readBoolean = (name: string, value: unknown): boolean => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalid(name, 'It must be true or false.');
  return text === 'true';
};

const readText = ({ name, mostLength = mostOfText }: Attribute, value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw invalid(name, 'It must be a text.');
  if (text.length > mostLength) throw invalid(name, `It is longer than ${mostLength} characters.`);
  return text;
};

const readComplex = ({ name, sub = [] }: Attribute, given: unknown): Attributes | undefined => {
  // Some send the value of a complex attribute directly, or in a list.
  const inner = Array.isArray(given) && given.length === 1 ? given[0] : given;
  const value = typeof inner === 'string' && findAttribute(sub, 'value') ? { value: inner } : inner;
  if (!isObject(value)) throw invalid(name, 'It must be an object.');
  return readAll(sub, value);
};

export const checkCount = ({ name }: Attribute, { length }: readonly unknown[]) => {
  if (length > mostValues) throw invalid(name, `It has more than ${mostValues} values.`);
};

const readMulti = (attribute: Attribute, value: unknown): Attributes[] | undefined => {
  const items = Array.isArray(value) ? value : [value];
  checkCount(attribute, items);
  const read = items
    .filter((item) => !isEmpty(item))
    .map((item: unknown) => readComplex(attribute, item))
    .filter((item) => item !== undefined);
  return read.length > 0 ? read : undefined;
};

/** `undefined`: there is no value. */
export const readAttribute = (attribute: Attribute, value: unknown): unknown => {
  if (isEmpty(value)) return undefined;
  if (attribute.isMulti) return readMulti(attribute, value);
  if (attribute.type === 'complex') return readComplex(attribute, value);
  return attribute.type === 'boolean' ? readBoolean(attribute.name, value) : readText(attribute, value);
};

/** `undefined`: none has a value. */
const readAll = (attributes: readonly Attribute[], given: Attributes): Attributes | undefined => {
  const read = attributes.flatMap((attribute) => {
    const key = Object.keys(given).find((name) => name.toLowerCase() === attribute.name.toLowerCase());
    const value = key === undefined || attribute.isReadOnly ? undefined : readAttribute(attribute, given[key]);
    return value === undefined ? [] : [[attribute.name, value] as const];
  });
  return read.length > 0 ? Object.fromEntries(read) : undefined;
};

/** The attributes of a resource, with those of its extension below the URN. */
export const readResource = ({ core, extension }: ResourceKind, given: Attributes): Attributes => {
  const external = { name: 'externalId', type: 'string', description: '' } as const;
  const read = readAll([external, ...core.attributes], given) ?? {};
  const key = extension && Object.keys(given).find((name) => name.toLowerCase() === extension.urn.toLowerCase());
  const part = key === undefined ? undefined : given[key];
  const extended = extension && isObject(part) ? readAll(extension.attributes, part) : undefined;
  return extension && extended ? { ...read, [extension.urn]: extended } : read;
};
