// The library recognizes known clients by hashing all their metadata on every request. Our cache returns the same
// object until the application changes, so object identity is enough.
import type Provider from 'oidc-provider';
import type { AdapterPayload, Client } from 'oidc-provider';
import { overrideMethod } from './library-overrides.ts';

type Find = (id: string) => Promise<Client | undefined>;

export const rememberClients = (
  provider: Provider,
  metadataOf: (id: string) => Promise<AdapterPayload | undefined>,
) => {
  const made = new WeakMap<AdapterPayload, Client>();
  overrideMethod<Find>(provider, 'Client.find', (make) => async (id) => {
    const metadata = typeof id === 'string' && id !== '' ? await metadataOf(id) : undefined;
    if (!metadata) return undefined;
    const known = made.get(metadata);
    if (known) return known;
    const client = await make.call(provider.Client, id);
    if (client) made.set(metadata, client);
    return client;
  });
};
