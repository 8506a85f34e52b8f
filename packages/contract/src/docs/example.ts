// Example bodies and responses, composed from field examples.
import type { Describe } from './describe.ts';
import type { JsonSchema } from './json-schema.ts';

const plainExample = ({ type, minimum }: JsonSchema): unknown => {
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return {};
  }
};

/** The first meaningful alternative. */
const chosen = (options: JsonSchema[]) => options.find(({ enum: values }) => values?.[0] !== '') ?? options[0] ?? {};

const exampleAt = (schema: JsonSchema, path: readonly string[], describe: Describe, isRoot: boolean): unknown => {
  const known = isRoot ? undefined : describe(path);
  if (known && 'example' in known) return known.example;
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return exampleAt(chosen(options), path, describe, isRoot);
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleAt(part, path, describe, isRoot) as object));
  }
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return [exampleAt(schema.items ?? {}, path, describe, true)];
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, exampleAt(field, [...path, name], describe, false)]),
    );
  }
  return plainExample(schema);
};

/** The example of a whole body or response. */
export const exampleOf = (schema: JsonSchema, path: readonly string[], describe: Describe) =>
  exampleAt(schema, path, describe, true);
/** The example of one field. */
export const fieldExampleOf = (schema: JsonSchema, path: readonly string[], describe: Describe) =>
  exampleAt(schema, path, describe, false);
