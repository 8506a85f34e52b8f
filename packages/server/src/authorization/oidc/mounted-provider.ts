// The providers of all tenants, as used by the rest of the server.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Destination } from '../../infrastructure/http/resolve-request.ts';
import type { KnownDocuments } from './conditional-answers.ts';

export type MountedProvider = {
  provider: Provider;
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  documents: KnownDocuments;
  host: string;
  protocol: string;
  basePath: string;
};
export type Providers = {
  of(tenantId: string): Promise<Provider>;
  mounted(destination: Pick<Destination, 'tenantId' | 'domain'>): Promise<MountedProvider>;
};
