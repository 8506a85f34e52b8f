// Fields of schemas that hold a URL, and bodies in which one field has a given value.
import { insideOf } from '@tessera/contract/field-rules';
import { type $ZodType, type $ZodTypes, safeParse } from 'zod/v4/core';

type Json = Record<string, unknown>;
export type UrlField = { path: string[]; schema: $ZodType };

const definitionOf = (schema: $ZodType) => (schema as $ZodTypes)._zod.def;
const accepts = (schema: $ZodType, value: unknown) => safeParse(schema, value).success;

/** All text fields; `*` stands for the elements of a list. */
const textFields = (schema: $ZodType, path: string[] = []): UrlField[] => {
  if (definitionOf(schema).type === 'string') return [{ path, schema }];
  const { forms, items, fields } = insideOf(schema);
  return [
    ...fields.flatMap(([name, field]) => textFields(field, [...path, name])),
    ...forms.flatMap((form) => textFields(form, path)),
    ...items.flatMap((item) => textFields(item, [...path, '*'])),
  ];
};

/** With a path, or an origin alone. */
const urls = ['http://peer.example:8080/path', 'http://localhost:8080'];
const others = ['word', 'two words'];

/** Text fields that accept URLs, and not just any text, each once. */
export const urlFields = (schema: $ZodType): UrlField[] => {
  const found = textFields(schema).filter(
    (field) => urls.some((url) => accepts(field.schema, url)) && !others.some((other) => accepts(field.schema, other)),
  );
  return [...new Map(found.map((field) => [field.path.join('.'), field])).values()];
};

/** The URL, or its origin where only that is accepted. */
export const acceptedUrl = ({ schema }: UrlField, url: string): string =>
  accepts(schema, url) ? url : new URL(url).origin;

const simple = [0, 1, 60, false, 'a', 'https://app.example', 'example.com', 'a@example.com', '#aabbcc', {}, [], null];

/** A simple value that the schema accepts. */
const simpleValue = (schema: $ZodType): unknown => {
  const definition = definitionOf(schema);
  if (definition.type === 'literal') return definition.values[0];
  if (definition.type === 'enum') return Object.values(definition.entries)[0];
  if (definition.type === 'object') return requiredFields(definition.shape);
  if (definition.type === 'array') return accepts(schema, []) ? [] : [simpleValue(definition.element)];
  const [form] = insideOf(schema).forms;
  return form ? simpleValue(form) : simple.find((value) => accepts(schema, value));
};

const requiredFields = (shape: Readonly<Record<string, $ZodType>>): Json =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !accepts(field, undefined))
      .map(([name, field]) => [name, simpleValue(field)]),
  );

/** The required fields with simple values, and this one; undefined if the schema has no such field. */
export const bodyWith = (schema: $ZodType, path: readonly string[], value: unknown): Json | undefined =>
  withValue(schema, path, value) as Json | undefined;

const withValue = (schema: $ZodType, path: readonly string[], value: unknown): unknown => {
  const definition = definitionOf(schema);
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (definition.type === 'object') {
    const field = definition.shape[key];
    return field && { ...requiredFields(definition.shape), [key]: withValue(field, rest, value) };
  }
  const { forms, items } = insideOf(schema);
  if (items[0]) return [withValue(items[0], rest, value)];
  return forms.map((form) => withValue(form, path, value)).find((body) => body !== undefined);
};
