// The API reference as data, for the documentation pages and the console.
import type { ErrorCode } from '../errors.ts';
import type { Access, Method } from '../kit.ts';
import { errorsOf } from './errors-of.ts';
import type { JsonSchema } from './json-schema.ts';
import { type DocumentedOperation, documentedResources } from './openapi.ts';

export type FieldRow = { name: string; type: string; isRequired: boolean; text: string };
export type Parameter = { name: string; in: string; type: string; isRequired: boolean; text: string; example: unknown };
export type Content = { mediaType: string; fields: FieldRow[]; example?: unknown };
export type ReferenceOperation = {
  name: string;
  method: Method;
  /** With parameters in braces. */
  path: string;
  summary: string;
  description?: string;
  parameters: Parameter[];
  body?: Content;
  status: number;
  answer?: Content;
  errors: { code: ErrorCode; status: number }[];
};
export type ReferenceResource = {
  slug: string;
  title: string;
  about: string;
  access: Access;
  operations: ReferenceOperation[];
};

const unique = (texts: string[]) => [...new Set(texts)];

const typeOf = (schema: JsonSchema): string => {
  const { type = 'any', enum: values, items, oneOf, anyOf, nullable, properties, additionalProperties } = schema;
  const options = oneOf ?? anyOf;
  const base = () => {
    // An empty string is an alternative to null.
    if (options) return unique(options.map(typeOf).filter((one) => one !== '""')).join(' | ');
    if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
    if (type === 'array') return `${typeOf(items ?? {})}[]`;
    if (type === 'object' && !properties && additionalProperties) return 'object';
    return schema.format === 'binary' ? 'file' : type;
  };
  return nullable ? `${base()} | null` : base();
};

/** The fields of a schema at any depth, by path. Fields of alternatives are listed once. */
const rowsOf = (schema: JsonSchema, prefix = ''): FieldRow[] => {
  const { properties = {}, required = [], items, oneOf = [], anyOf = [], allOf = [], additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = { name: path, type: typeOf(field), isRequired: required.includes(name), text: field.description ?? '' };
    return [row, ...rowsOf(field, `${path}${field.type === 'array' ? '[]' : ''}.`)];
  });
  const beside = [...oneOf, ...anyOf, ...allOf, ...(items ? [items] : [])];
  const entries = typeof additionalProperties === 'object' ? rowsOf(additionalProperties, `${prefix}*.`) : [];
  const all = [...own, ...beside.flatMap((one) => rowsOf(one, prefix)), ...entries];
  return [...new Map(all.toReversed().map((row) => [row.name, row])).values()].toReversed();
};

type Media = { content?: Record<string, { schema: JsonSchema; example?: unknown }> };
const contentOf = ({ content = {} }: Media): Content | undefined => {
  const [first] = Object.entries(content);
  if (!first) return undefined;
  const [mediaType, { schema, example }] = first;
  return { mediaType, fields: rowsOf(schema), ...(example !== undefined && { example }) };
};

const referenceOperation = (one: DocumentedOperation, errors: readonly ErrorCode[]): ReferenceOperation => {
  const { resource, name, operation, path, document } = one;
  const responses: Record<string, Media> = document.responses;
  const status = Number(Object.keys(responses).find((key) => key.startsWith('2')));
  const isVersioned = document.parameters.some((parameter) => parameter.name === 'If-Match');
  const body = document.requestBody && contentOf(document.requestBody as Media);
  const answer = contentOf(responses[status] ?? {});
  return {
    name,
    method: operation.method,
    path,
    summary: document.summary,
    ...(document.description && { description: document.description }),
    parameters: document.parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      type: typeOf(parameter.schema as JsonSchema),
      isRequired: parameter.required,
      text: parameter.description ?? '',
      example: parameter.example,
    })),
    ...(body && { body }),
    status,
    ...(answer && { answer }),
    errors: errorsOf(resource.access, operation, errors, isVersioned),
  };
};

/** Without the Cloud API, which is only for our own console. */
export const referenceAccess: Access[] = ['management', 'scim', 'public', 'account', 'me', 'interaction'];

/** Every resource of the tenant APIs, in documentation order. */
export const referenceOf = (operations: readonly DocumentedOperation[]): ReferenceResource[] =>
  documentedResources
    .filter(({ resource }) => referenceAccess.includes(resource.access))
    .map(({ resource, doc }) => ({
      slug: resource.name,
      title: doc.title,
      about: doc.about,
      access: resource.access,
      operations: operations
        .filter((one) => one.resource === resource)
        .map((one) => referenceOperation(one, doc.operations[one.name]?.errors ?? [])),
    }));
