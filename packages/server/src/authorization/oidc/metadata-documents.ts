// Clients whose ID is the URL of a document that describes them. The library checks documents; we read them, store what
// our rules allow, and use only what is stored.
import Provider, { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import {
  type DocumentServices,
  requireDocumentHost,
  storeDocument,
} from '../../authentication/applications/document-applications.ts';
import { networkOf } from '../../infrastructure/http/networks.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { isDocumentUrl } from './client-ids.ts';
import type { ReadDocument } from './document-reader.ts';

/** Later requests, such as those for tokens, use what is stored: the site of the document may be down by then. */
const first = new Set(['authorization', 'pushed_authorization_request', 'device_authorization']);

type Needed = DocumentServices & Pick<Services, 'documentReader' | 'outbound'>;

const asProblem = (cause: unknown): unknown => {
  if (!(cause instanceof RequestError)) return cause;
  const error = new errors.TemporarilyUnavailable('too many client_id metadata documents, try again later');
  return Object.assign(error, { status: 429, statusCode: 429 });
};

export const metadataDocuments = (services: Needed, tenantId: string, isAccepted: boolean) => {
  const { applications, clientRegistrations, documentReader, outbound } = services;
  const fetchOthers = outbound.asFetch();

  const read = async (url: string, ip: string): Promise<ReadDocument> => {
    // Strangers can't use up the reads of an application that is known.
    const budget = (await applications.find(tenantId, url)) ? url : networkOf(ip);
    return documentReader.read(tenantId, url, budget).catch((cause: unknown) => {
      throw asProblem(cause);
    });
  };

  return {
    feature: {
      enabled: isAccepted,
      ack: 'draft-02',
      allowFetch: async (ctx: KoaContextWithOIDC, url: string): Promise<boolean> => {
        requireDocumentHost(url, await clientRegistrations.of(tenantId));
        const { status, headers, body } = await read(url, visitOf(ctx.req).ip);
        ctx.state.readDocument = { url, response: () => new Response(body || null, { status, headers }) };
        return true;
      },
      /** Also called for a document that was read before. */
      allowClient: async (ctx: KoaContextWithOIDC, client: Client): Promise<boolean> => {
        const readAt = documentReader.kept(tenantId, client.clientId)?.readAt;
        await storeDocument(services, tenantId, { metadata: client.metadata() as never, readAt }, visitOf(ctx.req));
        return true;
      },
    },
    /** The library asks for the document after it was allowed to. */
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const document = Provider.ctx?.state.readDocument as { url: string; response: () => Response } | undefined;
      return document && document.url === String(input) ? document.response() : fetchOthers(input, init);
    },
    /** Whether the client's document has to be read first. `refuse`: such clients are not accepted any more. */
    beforeUse: (id: string): 'read' | 'refuse' | undefined => {
      const route = Provider.ctx?.oidc?.route;
      if (!isDocumentUrl(id) || route === undefined || !first.has(route)) return undefined;
      return isAccepted ? 'read' : 'refuse';
    },
  };
};
