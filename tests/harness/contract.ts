// The operations of the contract one by one, for tests that are made from all of them.
import { api } from '@tessera/contract/api';
import { type Access, type Operation, prefixOf, type Resource } from '@tessera/contract/kit';
import { openApiDocument } from '@tessera/server/well-known/openapi';
import type { Schema } from './schema-values.ts';

export type Described = {
  resource: Resource;
  name: string;
  operation: Operation;
  /** Below the base address of a tenant, or of the cloud console, in the router's spelling. */
  path: string;
  /** For titles: `applications.create`. */
  label: string;
  body: Schema | undefined;
  answer: Schema | undefined;
};

type Content = { content?: Record<string, { schema?: Schema }> };
type Documented = { requestBody?: Content; responses: Record<string, Content> };
const schemaIn = ({ content = {} }: Content = {}) => Object.values(content)[0]?.schema;

/** Made once for each kind of access: it takes a moment. */
const documents = new Map(
  (Object.keys(prefixOf) as Access[]).map((access) => [access, openApiDocument([access]).paths]),
);

const describe = (key: string, resource: Resource, name: string, operation: Operation): Described => {
  const path = `${prefixOf[resource.access]}${operation.path}`;
  const document = documents.get(resource.access)?.[path.replace(/:(\w+)/g, '{$1}')] ?? {};
  const { requestBody, responses } = document[operation.method.toLowerCase()] as Documented;
  const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? '';
  return {
    resource,
    name,
    operation,
    path,
    label: `${key}.${name}`,
    // Files have no schema.
    body: operation.upload ? undefined : schemaIn(requestBody),
    answer: operation.download ? undefined : schemaIn(responses[success]),
  };
};

export const operations: Described[] = Object.entries(api as Record<string, Resource>).flatMap(([key, resource]) =>
  Object.entries(resource.operations).map(([name, operation]) => describe(key, resource, name, operation)),
);

/** Whether it is served at the cloud console, and not below the tenants. */
export const isCloud = ({ resource }: Described) => ['cloud', 'organization', 'cloudPublic'].includes(resource.access);
export const writes = ({ operation }: Described) => operation.method !== 'GET';

/** The address with its parameters filled in. */
export const filled = (path: string, values: Record<string, string> = {}, otherwise = 'unknown') =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? otherwise));
