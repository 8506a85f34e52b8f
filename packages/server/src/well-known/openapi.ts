// OpenAPI documents, made from the contract.
import { api } from '@tessera/contract/api';
import { type Access, type Operation, prefixOf, type Resource } from '@tessera/contract/kit';
import type { Wire } from '@tessera/contract/wire';
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { version as release } from '../version.ts';

const resources: Resource[] = Object.values(api);

/**
 * In the words of OpenAPI 3.0: the one schema that contains itself is "any JSON", written as an empty schema; and a file
 * is a text of the format `binary`.
 */
const asOpenApi = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asOpenApi);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return {};
  if ('contentEncoding' in value) return { type: 'string', format: 'binary' };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asOpenApi(item)]));
};
const schemaOf = (schema: $ZodType) => {
  const made = toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' });
  const { $schema: _, definitions: __, ...rest } = made;
  return asOpenApi(rest) as Record<string, unknown>;
};
const content = (schema: $ZodType, type = 'application/json') => ({
  content: { [type]: { schema: schemaOf(schema) } },
});

const file = { schema: { type: 'string', format: 'binary' } };
const fileContent = (types: readonly string[]) => ({ content: Object.fromEntries(types.map((type) => [type, file])) });

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
const queryParameters = (query: $ZodType | undefined) => {
  const { properties = {}, required = [] } = query
    ? (schemaOf(query) as { properties?: Record<string, object>; required?: string[] })
    : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

/** The version that a caller may name, and the one that is answered. */
const version = { schema: { type: 'string' } };
const knownVersion = { name: 'If-Match', in: 'header', required: false, ...version };
const isVersioned = ({ operations }: Resource, { method, path }: Operation) =>
  (method === 'GET' || method === 'PATCH') &&
  Object.values(operations).some((other) => other.versioned && other.path === path);

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const operationId = (resource: string, name: string) => `${resource.split('-').map(capital).join('')}${capital(name)}`;

const withoutToken: Access[] = ['public', 'interaction', 'cloudPublic'];

const securityOf = (access: Access) => {
  if (withoutToken.includes(access)) return [];
  return access === 'account' ? [{ opaque: [] }] : [{ bearer: [] }];
};

/** By which people say that it is them, where the account API asks for it. */
const proof = (header: string | undefined) =>
  header ? [{ name: header, in: 'header', required: false, schema: { type: 'string' } }] : [];

const describe = (resource: Resource, name: string, operation: Operation, wire: Wire | undefined) => {
  const status = operation.status ?? (operation.response || operation.download ? 200 : 204);
  const hasVersion = isVersioned(resource, operation);
  return {
    operationId: operationId(resource.name, name),
    tags: [capital(resource.name.replaceAll('-', ' '))],
    security: securityOf(resource.access),
    parameters: [
      ...pathParameters(operation.path),
      ...queryParameters(operation.query),
      ...(hasVersion && operation.method === 'PATCH' ? [knownVersion] : []),
      ...(resource.name === 'my-account' ? proof(wire?.verificationIdHeader) : []),
    ],
    ...(operation.body && {
      requestBody: { required: true, ...content(operation.body, operation.multipart && 'multipart/form-data') },
    }),
    ...(operation.upload && { requestBody: { required: true, ...fileContent(operation.upload) } }),
    responses: {
      [status]: {
        description: '',
        ...(hasVersion && { headers: { ETag: version } }),
        ...(operation.response && content(operation.response)),
        ...(operation.download && fileContent(['application/octet-stream'])),
      },
      default: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  };
};

const errorSchema = {
  type: 'object',
  required: ['message'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'string' }, data: {} },
};

export const openApiDocument = (kinds: Access[], wire?: Wire) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const resource of resources.filter(({ access }) => kinds.includes(access))) {
    for (const [name, operation] of Object.entries(resource.operations)) {
      const path = `${prefixOf[resource.access]}${operation.path}`.replace(/:(\w+)/g, '{$1}');
      paths[path] ??= {};
      paths[path][operation.method.toLowerCase()] = describe(resource, name, operation, wire);
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: `Tessera API (${kinds[0]})`, version: release },
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
