// The operations of the contract one by one, for tests that are made from all of them.
import { api } from '@tessera/contract/api';
import { type Operation, prefixOf, type Resource } from '@tessera/contract/kit';

export type Described = { resource: Resource; name: string; operation: Operation; path: string };

/** `path` is below the base address of a tenant, or of the cloud console, in the router's spelling. */
export const operations: Described[] = (Object.values(api) as Resource[]).flatMap((resource) =>
  Object.entries(resource.operations).map(([name, operation]) => ({
    resource,
    name,
    operation,
    path: `${prefixOf[resource.access]}${operation.path}`,
  })),
);

/** Whether it is served at the cloud console, and not below the tenants. */
export const isCloud = ({ resource }: Described) => ['cloud', 'organization', 'cloudPublic'].includes(resource.access);

/** The address with its parameters filled in. */
export const filled = (path: string, values: Record<string, string> = {}, otherwise = 'unknown') =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? otherwise));
