// Every resource of the contract is served, by one set of handlers.
import { api } from '@tessera/contract/api';
import { expect, it } from 'vitest';
import { registry, registryOnDisk } from './generate-registry.ts';
import { allServed } from './registry.gen.ts';

it('is up to date: npm run generate', () => {
  expect(registryOnDisk()).toBe(registry());
});

it('serves what the contract lists, each once', () => {
  const names = (resources: { name: string; access: string }[]) =>
    resources.map(({ name, access }) => `${name} (${access})`).toSorted();
  expect(names(allServed.map(({ resource }) => resource))).toEqual(names(Object.values(api)));
});
