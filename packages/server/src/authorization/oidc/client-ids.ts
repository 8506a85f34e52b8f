// Client IDs are IDs of applications, or URLs of documents that describe them (OAuth Client ID Metadata Document). The
// protocol knows such an application by its URL; our tables know every application by its ID.
import type { ExpressionBuilder } from 'kysely';
import type { Client } from 'oidc-provider';
import type { Tables } from '../../infrastructure/database/tables.gen.ts';

const longest = 1024;

/** In one spelling, so that an application has one ID. */
export const isDocumentUrl = (clientId: string): boolean => {
  if (!clientId.startsWith('https://') || clientId.length > longest) return false;
  const url = URL.parse(clientId);
  return url !== null && url.href === clientId && url.port === '' && url.hash === '';
};

export const clientIdOf = ({ id, metadataUrl }: { id: string; metadataUrl: string | null }): string =>
  metadataUrl ?? id;

/** A condition on applications. */
export const hasClientIdIn =
  (clientIds: readonly string[]) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'applications'>) =>
    or([eb('id', 'in', clientIds), eb('metadataUrl', 'in', clientIds)]);

/** The application of a client, as in the tables. */
export const applicationIdOf = (client: Client): string =>
  (client as Client & { applicationId?: string }).applicationId ?? client.clientId;

/** The same for metadata of a client. */
export const applicationIdIn = (metadata: Record<string, unknown>): string =>
  String(metadata.applicationId ?? metadata.client_id);
