// The library recognises a client that it made before by hashing all its metadata, at every request. Ours come from a
// cache that hands out the same object until the application changes, so the object itself says whether it is known.
import type Provider from 'oidc-provider';
import type { AdapterPayload, Client } from 'oidc-provider';

type ClientClass = { find(id: string): Promise<Client | undefined> };

export const rememberClients = (
  provider: Provider,
  metadataOf: (id: string) => Promise<AdapterPayload | undefined>,
) => {
  const made = new WeakMap<AdapterPayload, Client>();
  const clients = provider.Client as unknown as ClientClass;
  const make = clients.find.bind(clients);
  clients.find = async (id) => {
    const metadata = typeof id === 'string' && id !== '' ? await metadataOf(id) : undefined;
    if (!metadata) return undefined;
    const known = made.get(metadata);
    if (known) return known;
    const client = await make(id);
    if (client) made.set(metadata, client);
    return client;
  };
};
