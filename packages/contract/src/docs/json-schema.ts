// Contract schemas in OpenAPI 3.0, with a description for every field.
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import type { Describe } from './describe.ts';

export type JsonSchema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  description?: string;
};

/** The only recursive schema is "any JSON", written as an empty schema. A file is a string of format `binary`. */
const inOpenApi = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOpenApi);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return {};
  if ('contentEncoding' in value) return { type: 'string', format: 'binary' };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inOpenApi(item)]));
};

/** Lists, records and alternatives share the path of their field. */
const withDescriptions = (schema: JsonSchema, path: readonly string[], describe: Describe): JsonSchema => {
  const inner = (one: JsonSchema) => withDescriptions(one, path, describe);
  const { properties, items, additionalProperties, oneOf, anyOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const below = [...path, name];
          const description = describe(below)?.text;
          return [name, { ...withDescriptions(field, below, describe), ...(description && { description }) }];
        }),
      ),
    }),
    ...(items && { items: inner(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
  };
};

export const schemaOf = (schema: $ZodType, path: readonly string[], describe: Describe): JsonSchema => {
  const {
    $schema: _,
    definitions: __,
    ...rest
  } = toJSONSchema(schema, {
    io: 'input',
    target: 'openapi-3.0',
    unrepresentable: 'any',
  });
  return withDescriptions(inOpenApi(rest) as JsonSchema, path, describe);
};

/** Every field at any depth, by path. */
export const pathsIn = (schema: JsonSchema, path: readonly string[] = []): string[][] => {
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [], allOf = [] } = schema;
  const beside = [...oneOf, ...anyOf, ...allOf, ...(items ? [items] : [])];
  if (typeof additionalProperties === 'object') beside.push(additionalProperties);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [[...path, name], ...pathsIn(field, [...path, name])]),
    ...beside.flatMap((one) => pathsIn(one, path)),
  ];
};
