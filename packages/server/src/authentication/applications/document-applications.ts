// Stores an application that is described by a document at a URL (OAuth Client ID Metadata Document), within the
// tenant's rules. When the document changes, so does the application.
import type { AdapterPayload } from 'oidc-provider';
import { type Change, openChange } from '../../infrastructure/database/change.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';
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

/** Settings that the document does not have, such as lifetimes of tokens, belong to the administrator. */
const merged =
  ({ name, type, ...described }: Described) =>
  (before: { oidcClientMetadata: unknown; customClientMetadata: unknown }) => ({
    ...{ name, type },
    oidcClientMetadata: { ...(before.oidcClientMetadata as object), ...described.oidcClientMetadata },
    customClientMetadata: { ...(before.customClientMetadata as object), ...described.customClientMetadata },
  });

type Known = Awaited<ReturnType<Services['applications']['find']>>;

const isSame = (known: Known, described: Described): boolean => {
  if (!known) return false;
  const { redirectUris = [], postLogoutRedirectUris = [] } = described.oidcClientMetadata ?? {};
  const { redirect_uris, post_logout_redirect_uris, grant_types } = known.client;
  const stored = [known.name, known.type, redirect_uris, post_logout_redirect_uris, grant_types];
  const now = [described.name, described.type, redirectUris, postLogoutRedirectUris];
  return JSON.stringify(stored) === JSON.stringify([...now, described.customClientMetadata?.grantTypes]);
};

const idOf = async (change: Change, metadataUrl: string): Promise<string | undefined> => {
  const tx = await change.transaction();
  const row = await tx
    .selectFrom('applications')
    .select('id')
    .where('metadataUrl', '=', metadataUrl)
    .executeTakeFirst();
  return row?.id;
};

export const storeDocument = async (
  services: DocumentServices,
  tenantId: string,
  metadata: AdapterPayload,
  { ip, requestId }: Visit,
) => {
  const metadataUrl = String(metadata.client_id);
  const rules = await services.clientRegistrations.of(tenantId);
  const described = applicationOf(metadata, rules);
  const known = await services.applications.find(tenantId, metadataUrl);
  if (isSame(known, described)) return;
  const newId = random.id();
  const change = openChange({
    ...{ db: services.databases.of(tenantId), tenantId, invalidation: services.invalidation, requestId, ip },
    operation: known ? 'application.updated' : 'application.registered',
    actor: () => ({ type: 'application', id: known?.id ?? newId }),
  });
  try {
    await lockUntilCommit(await change.transaction(), registrationLock, tenantId);
    // A request at the same time may have stored it.
    const id = await idOf(change, metadataUrl);
    if (id === undefined) {
      await requireRoom(change, rules);
      await requirePlan(services, tenantId, change);
      await insertApplication(change, { id: newId, metadataUrl }, described, rules);
    } else {
      await change.update('applications', { id }, merged(described));
    }
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};
