// Generates OpenAPI documents from the contract and its documentation.
import { api } from '../api.ts';
import type { ErrorCode } from '../errors.ts';
import { type Access, type Operation, prefixOf, type Resource } from '../kit.ts';
import { apiDocs } from './api-docs.ts';
import { type Describe, describer } from './describe.ts';
import type { OperationDoc, ResourceDoc } from './document.ts';
import { errorsOf } from './errors-of.ts';
import { exampleOf, fieldExampleOf } from './example.ts';
import { type JsonSchema, schemaOf } from './json-schema.ts';

export type DocumentFacts = {
  /** The product's version. */
  version: string;
  /** Header that carries a verification record ID to the Account API. */
  verificationIdHeader?: string;
  messageOf: (code: ErrorCode) => string;
};
/** An operation with its documentation. */
type Described = {
  resource: Resource;
  name: string;
  operation: Operation;
  title: string;
  doc: OperationDoc;
  describe: Describe;
};

/** In documentation order. */
export const documentedResources = Object.keys(apiDocs).map((key) => ({
  key: key as keyof typeof api,
  resource: api[key as keyof typeof api] as Resource,
  doc: apiDocs[key as keyof typeof api] as ResourceDoc,
}));

const mediaType = 'application/json';
const binary = { schema: { type: 'string', format: 'binary' } };
const fileContent = (types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, binary])),
});

const parametersOf = ({ name, operation, describe }: Described) => {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => {
    const { text = '', example = 'text' } = describe([name, 'params', parameter]) ?? {};
    const schema = { type: 'string' };
    return { name: parameter, in: 'path', required: true, description: text, schema, example };
  });
  const { properties = {}, required = [] } = operation.query
    ? schemaOf(operation.query, [name, 'query'], describe)
    : {};
  const inQuery = Object.entries(properties).map(([parameter, { description, ...schema }]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    description,
    schema,
    example: fieldExampleOf(schema, [name, 'query', parameter], describe),
  }));
  return [...inPath, ...inQuery];
};

/** The version a caller may name, and the one returned. */
const version = { schema: { type: 'string' }, example: '"v-5d41402abc4b2a76"' };
const knownVersion = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'Version the change is meant for, from `ETag`. Any other version is refused with status 412.',
  ...version,
};
const isVersioned = ({ operations }: Resource, { method, path }: Operation) =>
  (method === 'GET' || method === 'PATCH') &&
  Object.values(operations).some((other) => other.versioned && other.path === path);

const proof = (header: string | undefined) =>
  header
    ? [
        {
          name: header,
          in: 'header',
          required: false,
          description: 'ID of a verification record, for changes that need a proof of identity.',
          schema: { type: 'string' },
          example: 'c4t8y2d6g0hj',
        },
      ]
    : [];

const bodyOf = ({ name, operation, doc, describe }: Described) => {
  if (operation.upload) return { requestBody: { required: true, ...fileContent(operation.upload) } };
  if (!operation.body) return {};
  const schema = schemaOf(operation.body, [name], describe);
  const content = operation.multipart
    ? { 'multipart/form-data': { schema } }
    : { [mediaType]: { schema, example: doc.body ?? exampleOf(schema, [name], describe) } };
  return { requestBody: { required: true, content } };
};

const answerOf = ({ name, operation, doc, describe }: Described) => {
  if (operation.download) return fileContent(['application/octet-stream']);
  if (!operation.response) return {};
  const schema = schemaOf(operation.response, [name], describe);
  return { content: { [mediaType]: { schema, example: doc.response ?? exampleOf(schema, [name], describe) } } };
};

const errorContent = { content: { [mediaType]: { schema: { $ref: '#/components/schemas/Error' } } } };

const failuresOf = (described: Described, hasVersion: boolean, messageOf: DocumentFacts['messageOf']) => {
  const { resource, operation, doc } = described;
  const byStatus = Object.groupBy(
    errorsOf(resource.access, operation, doc.errors ?? [], hasVersion),
    ({ status }) => status,
  );
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      { description: codes.map(({ code }) => `- \`${code}\`: ${messageOf(code)}`).join('\n'), ...errorContent },
    ]),
  );
};

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const operationId = (resource: string, name: string) => `${resource.split('-').map(capital).join('')}${capital(name)}`;

const withoutToken: Access[] = ['public', 'interaction', 'cloudPublic'];
const securityOf = (access: Access) => {
  if (withoutToken.includes(access)) return [];
  return access === 'account' ? [{ opaque: [] }] : [{ bearer: [] }];
};

const documentOf = (described: Described, { verificationIdHeader, messageOf }: DocumentFacts) => {
  const { resource, name, operation, title, doc } = described;
  const status = operation.status ?? (operation.response || operation.download ? 200 : 204);
  const hasVersion = isVersioned(resource, operation);
  return {
    operationId: operationId(resource.name, name),
    tags: [title],
    summary: doc.summary,
    ...(doc.description && { description: doc.description }),
    security: securityOf(resource.access),
    parameters: [
      ...parametersOf(described),
      ...(hasVersion && operation.method === 'PATCH' ? [knownVersion] : []),
      ...(resource.name === 'my-account' ? proof(verificationIdHeader) : []),
    ],
    ...bodyOf(described),
    responses: {
      [status]: {
        description: 'Success.',
        ...(hasVersion && { headers: { ETag: { description: 'Version of the response.', ...version } } }),
        ...answerOf(described),
      },
      ...failuresOf(described, hasVersion, messageOf),
      default: { description: 'Any other error.', ...errorContent },
    },
  };
};
export type OperationDocument = ReturnType<typeof documentOf>;

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    code: { type: 'string', description: 'Error code.' },
    message: { type: 'string', description: 'Problem and how to fix it, in the language of the request.' },
    details: { type: 'string', description: 'Error details.' },
    data: { description: 'Additional error data.' },
  },
};

export const pathOf = (resource: Resource, operation: Operation) =>
  `${prefixOf[resource.access]}${operation.path}`.replace(/:(\w+)/g, '{$1}');

/** An operation in a document. */
export type DocumentedOperation = {
  resource: Resource;
  name: string;
  operation: Operation;
  path: string;
  document: OperationDocument;
};

/** Computed once for all documents that contain them, since reading the schemas takes a while. */
export const documentOperations = (kinds: Access[], facts: DocumentFacts): DocumentedOperation[] =>
  documentedResources
    .filter(({ resource }) => kinds.includes(resource.access))
    .flatMap(({ resource, doc: { title, operations, fields } }) => {
      const describe = describer(fields);
      return Object.entries(resource.operations).map(([name, operation]) => {
        const doc = operations[name];
        if (!doc) throw new Error(`${resource.name}.${name} is not documented`);
        const document = documentOf({ resource, name, operation, title, doc, describe }, facts);
        return { resource, name, operation, path: pathOf(resource, operation), document };
      });
    });

export const openApiDocument = (
  kinds: Access[],
  facts: DocumentFacts,
  operations: readonly DocumentedOperation[] = documentOperations(kinds, facts),
) => {
  const paths: Record<string, Record<string, OperationDocument>> = {};
  for (const { resource, operation, path, document } of operations) {
    if (!kinds.includes(resource.access)) continue;
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = document;
  }
  const included = documentedResources.filter(({ resource }) => kinds.includes(resource.access));
  return {
    openapi: '3.0.3',
    info: { title: `Tessera API (${kinds[0]})`, version: facts.version },
    tags: included.map(({ doc: { title, about } }) => ({ name: title, description: about })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        opaque: { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' },
      },
      schemas: { Error: errorSchema },
    },
    paths,
  };
};
