// Random values for a JSON schema, and values that are invalid in one known field.
import fc from 'fast-check';

export type Schema = {
  type?: string;
  enum?: unknown[];
  nullable?: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
};

/** The schema and everything inside of it. */
export const partsOf = (schema: Schema | undefined): Schema[] =>
  schema
    ? [
        schema,
        ...[
          ...Object.values(schema.properties ?? {}),
          ...(schema.items ? [schema.items] : []),
          ...(schema.oneOf ?? []),
          ...(schema.anyOf ?? []),
        ].flatMap(partsOf),
      ]
    : [];

type Arbitrary = fc.Arbitrary<unknown>;

/** Letters and digits of all scripts as ASCII ones, which the generator knows. */
const asciiOnly = (pattern: string) =>
  pattern.replace(/\[[^\]]*\]|\\p\{[LN]\}/g, (part) => {
    const inside = part.replaceAll('\\p{L}', 'a-z').replaceAll('\\p{N}', '0-9');
    return part.startsWith('[') ? inside : `[${inside}]`;
  });

const text = ({ pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary => {
  const limits = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  if (pattern) {
    return fc
      .stringMatching(new RegExp(asciiOnly(pattern)))
      .filter((value) => value.length >= minLength && value.length <= maxLength);
  }
  return fc
    .oneof(
      fc.string({ ...limits, unit: 'grapheme' }),
      fc.string({ ...limits, unit: 'binary' }),
      fc.constantFrom(
        'https://a.example/callback',
        "'; drop table users; --",
        '<script>',
        '%',
        '\\',
        '__proto__',
        '🦉',
      ),
    )
    .filter((value) => value.length >= minLength && value.length <= maxLength);
};

const object = ({ properties = {}, required = [], additionalProperties }: Schema): Arbitrary => {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)])),
    { requiredKeys: required },
  );
  if (!additionalProperties || Object.keys(properties).length > 0) return known;
  const values = additionalProperties === true ? fc.jsonValue() : arbitraryOf(additionalProperties);
  return fc.dictionary(fc.string({ maxLength: 12 }), values, { maxKeys: 5 });
};

/** A value the schema allows. Rules it cannot express may still reject it. */
export const arbitraryOf = (schema: Schema): Arbitrary => {
  const options = schema.oneOf ?? schema.anyOf;
  const base = (): Arbitrary => {
    if (options) return fc.oneof(...options.map(arbitraryOf));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'string':
        return text(schema);
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 31) });
      case 'number':
        return fc.double({
          noNaN: true,
          noDefaultInfinity: true,
          min: schema.minimum ?? -1e15,
          max: schema.maximum ?? 1e15,
        });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(arbitraryOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 });
      case 'object':
        return object(schema);
      default:
        return fc.jsonValue();
    }
  };
  return schema.nullable ? fc.option(base(), { nil: null }) : base();
};

const wrongFor = ({ type, enum: names, oneOf, anyOf }: Schema): unknown => {
  if (oneOf ?? anyOf) return ['neither of them'];
  if (names) return 'none of them';
  return { string: 7, integer: 'x', number: 'x', boolean: 'yes', array: 'x', object: 'x' }[type ?? ''];
};

/** Top-level fields that can be invalid, each with such a value. */
export const wrongFields = ({ properties = {}, required = [] }: Schema): { field: string; wrong: unknown }[] =>
  Object.entries(properties).flatMap(([field, schema]) => {
    const wrong = wrongFor(schema);
    return [
      ...(wrong === undefined ? [] : [{ field, wrong }]),
      ...(required.includes(field) ? [{ field, wrong: undefined }] : []),
    ];
  });
