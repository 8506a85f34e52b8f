// The library recognizes known clients by hashing all their metadata on every request. Our cache returns the same
// object until the application changes, so object identity is enough.
import type Provider from 'oidc-provider';
import type { AdapterPayload, Client } from 'oidc-provider';
import { applicationIdIn } from './client-ids.ts';
import { overrideMethod } from './library-overrides.ts';

type Find = (id: string) => Promise<Client | undefined>;
type Options = {
  /** What is stored, by client ID. */
  metadataOf: (id: string) => Promise<AdapterPayload | undefined>;
  /** Whether the client's document has to be read first, which stores what it says. */
  beforeUse: (id: string) => 'read' | 'refuse' | undefined;
};

export const rememberClients = (provider: Provider, { metadataOf, beforeUse }: Options) => {
  const made = new WeakMap<AdapterPayload, Client>();
  overrideMethod<Find>(provider, 'Client.find', (make) => async (id) => {
    if (typeof id !== 'string' || id === '') return undefined;
    const need = beforeUse(id);
    if (need === 'refuse') return undefined;
    // The library's client is made of the document itself, so it is not used.
    if (need === 'read') await make.call(provider.Client, id);
    const metadata = await metadataOf(id);
    // An application with a document has no second client ID.
    if (metadata?.client_id !== id) return undefined;
    const known = made.get(metadata);
    if (known) return known;
    const client = await make.call(provider.Client, applicationIdIn(metadata));
    if (client) made.set(metadata, client);
    return client;
  });
};
