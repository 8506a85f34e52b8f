// The operations of the contract, for tests generated from all of them.
import { api } from '@tessera/contract/api';
import { openApiDocument } from '@tessera/contract/docs/openapi';
import { type Access, type Operation, prefixOf, type Resource } from '@tessera/contract/kit';
import type { Schema } from './schema-values.ts';

export type Described = {
  resource: Resource;
  name: string;
  operation: Operation;
  /** Relative to the base URL of a tenant or the cloud console, in the router's syntax. */
  path: string;
  /** For titles: `applications.create`. */
  label: string;
  body: Schema | undefined;
  answer: Schema | undefined;
};

type Content = { content?: Record<string, { schema?: Schema }> };
type Documented = { requestBody?: Content; responses: Record<string, Content> };
const schemaIn = ({ content = {} }: Content = {}) => Object.values(content)[0]?.schema;

/** Generated once per access type, because it takes a while. */
const documents = new Map(
  (Object.keys(prefixOf) as Access[]).map((access) => [
    access,
    openApiDocument([access], { version: '', messageOf: (code) => code }).paths,
  ]),
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

/** Whether it is served at the cloud console rather than below tenants. */
export const isCloud = ({ resource }: Described) => ['cloud', 'organization', 'cloudPublic'].includes(resource.access);
export const writes = ({ operation }: Described) => operation.method !== 'GET';

/** The path with its parameters filled in. */
export const filled = (path: string, values: Record<string, string> = {}, otherwise = 'unknown') =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? otherwise));
