// Clients whose ID is the URL of a document that describes them. The library reads and checks documents; we store what
// our rules allow, and use only what is stored.
import { isAllowedRedirect } from '@tessera/contract/redirect-hosts';
import Provider, { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type DocumentServices, storeDocument } from '../../authentication/applications/document-applications.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { isDocumentUrl } from './client-ids.ts';

/** Later requests, such as those for tokens, use what is stored: the site of the document may be down by then. */
const first = new Set(['authorization', 'pushed_authorization_request', 'device_authorization']);

type Needed = DocumentServices & Pick<Services, 'documentLimit'>;

export const metadataDocuments = (services: Needed, tenantId: string, isAccepted: boolean) => {
  const spend = (): Promise<void> =>
    services.documentLimit.spend(tenantId).catch((cause: unknown) => {
      if (!(cause instanceof RequestError)) throw cause;
      const error = new errors.TemporarilyUnavailable('too many client_id metadata documents, try again later');
      throw Object.assign(error, { status: 429, statusCode: 429 });
    });
  return {
    feature: {
      enabled: isAccepted,
      ack: 'draft-02',
      allowFetch: async (_ctx: KoaContextWithOIDC, url: string): Promise<boolean> => {
        const { redirectHosts } = await services.clientRegistrations.of(tenantId);
        if (!isAllowedRedirect(url, redirectHosts)) return false;
        await spend();
        return true;
      },
      /** Also called for a document that was read before. */
      allowClient: async (ctx: KoaContextWithOIDC, client: Client): Promise<boolean> => {
        await storeDocument(services, tenantId, client.metadata() as never, visitOf(ctx.req));
        return true;
      },
    },
    mustRead: (id: string): boolean => {
      const route = Provider.ctx?.oidc?.route;
      return isAccepted && isDocumentUrl(id) && route !== undefined && first.has(route);
    },
  };
};
