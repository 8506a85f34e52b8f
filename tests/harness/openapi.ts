// A structural check of OpenAPI 3.0 documents. Returns the problems found.

type Json = Record<string, unknown>;
type Schema = Json;
type Operation = {
  operationId?: string;
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema; example?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
};
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
} & Json;

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
// JSON Schema keywords that OpenAPI 3.0 does not support.
const foreign = [
  '$schema',
  '$defs',
  '$id',
  'const',
  'contentEncoding',
  'if',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'unevaluatedProperties',
];

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const resolves = (document: OpenApi, ref: string): boolean => {
  if (!ref.startsWith('#/')) return false;
  const names = ref
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), document) !== undefined;
};

const refProblems = (document: OpenApi, value: unknown, at: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => refProblems(document, item, `${at}/${index}`));
  if (!isObject(value)) return [];
  const own =
    typeof value.$ref === 'string' && !resolves(document, value.$ref) ? [`${at}: ${value.$ref} leads nowhere`] : [];
  return [...own, ...Object.entries(value).flatMap(([name, item]) => refProblems(document, item, `${at}/${name}`))];
};

const schemaProblems = (schema: unknown, at: string): string[] => {
  if (!isObject(schema)) return [`${at}: a schema is an object`];
  if (schema.$ref !== undefined) return [];
  const { type, items, properties = {}, additionalProperties, exclusiveMinimum, exclusiveMaximum } = schema;
  const below = (name: string, value: unknown) => (value === undefined ? [] : schemaProblems(value, `${at}/${name}`));
  return [
    ...(type === undefined || types.includes(String(type)) ? [] : [`${at}: type ${JSON.stringify(type)}`]),
    ...foreign.filter((word) => word in schema).map((word) => `${at}: ${word} is not OpenAPI 3.0`),
    ...(type === 'array' && items === undefined ? [`${at}: an array without items`] : []),
    ...[exclusiveMinimum, exclusiveMaximum]
      .filter((limit) => limit !== undefined && typeof limit !== 'boolean')
      .map(() => `${at}: an exclusive limit is a flag`),
    ...below('items', items),
    ...(typeof additionalProperties === 'boolean' ? [] : below('additionalProperties', additionalProperties)),
    ...Object.entries(properties as Json).flatMap(([name, value]) => below(name, value)),
    ...['oneOf', 'anyOf', 'allOf'].flatMap((word) =>
      ((schema[word] ?? []) as unknown[]).flatMap((option, index) => schemaProblems(option, `${at}/${word}/${index}`)),
    ),
  ];
};

const parameterProblems = (path: string, { parameters = [] }: Operation, at: string): string[] => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const declared = parameters.filter((parameter) => parameter.in === 'path');
  const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
  return [
    ...inPath
      .filter((name) => !declared.some((one) => one.name === name))
      .map((name) => `${at}: {${name}} is not declared`),
    ...declared.filter(({ name }) => !inPath.includes(name)).map(({ name }) => `${at}: ${name} is not in the path`),
    ...declared.filter(({ required }) => required !== true).map(({ name }) => `${at}: ${name} must be required`),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${at}: ${key} is declared twice`),
    ...parameters.flatMap(({ name, schema }) => schemaProblems(schema, `${at}/${name}`)),
  ];
};

const contentProblems = (content: Record<string, { schema?: Schema }> | undefined, at: string): string[] =>
  Object.entries(content ?? {}).flatMap(([type, { schema }]) => schemaProblems(schema, `${at}/${type}`));

export const openApiProblems = (document: OpenApi): string[] => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, at: `${method} ${path}` })),
  );
  const ids = operations.map(({ operation }) => operation.operationId ?? '');
  return [
    ...(/^3\.0\.\d+$/.test(document.openapi) ? [] : ['openapi is not 3.0']),
    ...(document.info.title && document.info.version ? [] : ['info is incomplete']),
    ...ids.filter((id, index) => !/^\w+$/.test(id) || ids.indexOf(id) !== index).map((id) => `operationId "${id}"`),
    ...refProblems(document, document, '#'),
    ...operations.flatMap(({ path, operation, at }) => [
      ...(path.startsWith('/') ? [] : [`${path} does not begin with a slash`]),
      ...parameterProblems(path, operation, at),
      ...contentProblems(operation.requestBody?.content, `${at}/body`),
      ...(Object.keys(operation.responses ?? {}).some((status) => /^2\d\d$/.test(status)) ? [] : [`${at}: no success`]),
      ...Object.entries(operation.responses ?? {}).flatMap(([status, { description, content }]) => [
        ...(/^([1-5]\d\d|default)$/.test(status) ? [] : [`${at}: status ${status}`]),
        ...(typeof description === 'string' ? [] : [`${at}: ${status} has no description`]),
        ...contentProblems(content, `${at}/${status}`),
      ]),
    ]),
  ];
};
