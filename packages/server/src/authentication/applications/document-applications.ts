// Stores an application that is described by a document at a URL (OAuth Client ID Metadata Document), within the
// tenant's rules. When the document changes, so does the application.
import type { ClientRegistration } from '@tessera/contract/client-registration';
import { isAllowedRedirect } from '@tessera/contract/redirect-hosts';
import { type AdapterPayload, errors } from 'oidc-provider';
import { type Change, openChange } from '../../infrastructure/database/change.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';
import { changedFields, type DescribedSettings } from './described-fields.ts';
import {
  applicationOf,
  insertApplication,
  type RegisteringServices,
  registrationLock,
  requirePlan,
  requireRoom,
} from './self-registration.ts';

export type DocumentServices = RegisteringServices & Pick<Services, 'applications'>;
type Described = ReturnType<typeof applicationOf>;

export const requireDocumentHost = (url: string, { redirectHosts }: ClientRegistration) => {
  if (!isAllowedRedirect(url, redirectHosts)) throw new errors.InvalidClient('its host is not allowed');
};

type Stored = DescribedSettings & Pick<Described, 'type'>;

/**
 * A program on the user's computer stays one, so that its users go on being asked: a document could otherwise turn their
 * consent into one for another site.
 */
const typeFor = (before: Stored['type'], described: Described): Stored['type'] =>
  before === 'Native' ? before : described.type;

const isUpToDate = (stored: Stored, described: Described): boolean =>
  stored.type === typeFor(stored.type, described) && changedFields(stored, described).length === 0;

type Known = NonNullable<Awaited<ReturnType<Services['applications']['find']>>>;

const settingsOf = ({ name, type, client }: Known): Stored => ({
  name,
  type,
  oidcClientMetadata: {
    redirectUris: client.redirect_uris ?? [],
    postLogoutRedirectUris: client.post_logout_redirect_uris ?? [],
  },
  customClientMetadata: { grantTypes: client.grant_types ?? [] },
});

const idOf = async (change: Change, metadataUrl: string): Promise<string | undefined> => {
  const tx = await change.transaction();
  const row = await tx
    .selectFrom('applications')
    .select('id')
    .where('metadataUrl', '=', metadataUrl)
    .executeTakeFirst();
  return row?.id;
};

/** Of documents that several nodes have read, the latest counts. */
const update = (change: Change, id: string, described: Described, readAt: number) =>
  change.update('applications', { id }, (before) => {
    const stored = before as unknown as Stored;
    const { name, oidcClientMetadata, customClientMetadata } = described;
    if (Number(before.metadataReadAt) >= readAt || isUpToDate(stored, described)) return {};
    return {
      ...{ name, type: typeFor(stored.type, described), metadataReadAt: readAt, metadataChangedAt: readAt },
      oidcClientMetadata: { ...stored.oidcClientMetadata, ...oidcClientMetadata },
      customClientMetadata: { ...stored.customClientMetadata, ...customClientMetadata },
    };
  });

type Read = { metadata: AdapterPayload; readAt: number | undefined };

export const storeDocument = async (
  services: DocumentServices,
  tenantId: string,
  { metadata, readAt = 0 }: Read,
  { ip, requestId }: Visit,
) => {
  const url = String(metadata.client_id);
  const rules = await services.clientRegistrations.of(tenantId);
  requireDocumentHost(url, rules);
  const described = applicationOf(metadata, rules);
  const known = await services.applications.find(tenantId, url);
  if (known && ((known.readAt ?? 0) >= readAt || isUpToDate(settingsOf(known), described))) return;
  const newId = random.id();
  const change = openChange({
    ...{ db: services.databases.of(tenantId), tenantId, invalidation: services.invalidation, requestId, ip },
    operation: known ? 'application.updated' : 'application.registered',
    actor: () => ({ type: 'application', id: known?.id ?? newId }),
  });
  try {
    await lockUntilCommit(await change.transaction(), registrationLock, tenantId);
    // A request at the same time may have stored it.
    const id = await idOf(change, url);
    if (id === undefined) {
      await requireRoom(change, rules);
      await requirePlan(services, tenantId, change);
      const document = { metadataUrl: url, metadataReadAt: readAt };
      await insertApplication(change, { id: newId, document }, described, rules);
    } else {
      await update(change, id, described, readAt);
    }
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};
