// Stores an application that registers itself at the provider (RFC 7591), within the tenant's rules.
import { type ApplicationType, newApplication } from '@tessera/contract/applications';
import type { ClientRegistration } from '@tessera/contract/client-registration';
import { isAllowedRedirect } from '@tessera/contract/redirect-hosts';
import { fitsApplication } from '@tessera/contract/redirect-uri';
import { isStorable } from '@tessera/contract/storable';
import { sql } from 'kysely';
import { type AdapterPayload, errors } from 'oidc-provider';
import * as z from 'zod/mini';
import { type Change, openChange } from '../../infrastructure/database/change.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import { checkQuota } from '../../platform/quotas/check-quota.ts';
import type { Services } from '../../services.ts';
import { insertPermissions } from './registered-permissions.ts';

export type RegisteringServices = Pick<
  Services,
  'clientRegistrations' | 'databases' | 'invalidation' | 'settings' | 'tenants' | 'wire'
>;

/** Held while the applications are counted. */
export const registrationLock = 'self-registration';

/** Control and format characters, which can change what is shown. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const secretMethods = ['client_secret_basic', 'client_secret_post'];
const grants = ['authorization_code', 'refresh_token'];
/** Others are dropped; the answer says what was registered. */
export const isGrantToRegister = (grant: unknown): boolean => grants.includes(grant as string);

/** An application with a secret runs on a server; one whose users return to their own computer is a program there. */
const typeOf = ({
  redirect_uris: uris = [],
  token_endpoint_auth_method: method = 'none',
}: AdapterPayload): ApplicationType => {
  if (secretMethods.includes(method)) return 'Traditional';
  return uris.every((uri) => uri.startsWith('https:')) ? 'SPA' : 'Native';
};

const refuse = (description: string): never => {
  throw new errors.InvalidClientMetadata(description);
};

/** Both lists are addresses that users are sent to from our origin. */
const checkRedirects = (uris: readonly string[], type: ApplicationType, { redirectHosts }: ClientRegistration) => {
  const kind = type === 'Native' ? 'native' : 'web';
  const refused = uris.find((uri) => !isAllowedRedirect(uri, redirectHosts) || !fitsApplication(uri, kind));
  if (refused !== undefined) throw new errors.InvalidRedirectUri(`the server does not allow ${refused}`);
};

/** As an administrator would send it. */
export const applicationOf = (metadata: AdapterPayload, rules: ClientRegistration) => {
  const {
    token_endpoint_auth_method: method = 'none',
    grant_types: asked = [],
    redirect_uris: redirectUris = [],
    post_logout_redirect_uris: postLogoutRedirectUris = [],
  } = metadata;
  const type = typeOf(metadata);
  const name = metadata.client_name || URL.parse(redirectUris[0] ?? '')?.host || 'Unnamed application';
  // Users see the name and have to be able to trust what they see.
  if (!isStorable(metadata) || invisible.test(name)) refuse('client_name must consist of visible characters');
  if (method !== 'none' && !secretMethods.includes(method)) refuse('token_endpoint_auth_method is not supported');
  if (!asked.includes('authorization_code')) refuse('grant_types must include authorization_code');
  if (redirectUris.length === 0) refuse('redirect_uris must not be empty');
  checkRedirects([...redirectUris, ...postLogoutRedirectUris], type, rules);
  const { success, data, error } = z.safeParse(newApplication, {
    name,
    description: null,
    type,
    isThirdParty: true,
    oidcClientMetadata: {
      redirectUris,
      postLogoutRedirectUris,
    },
    customClientMetadata: { grantTypes: grants.filter((grant) => asked.includes(grant)) },
  });
  if (success) return data;
  const [issue] = error.issues;
  if (issue?.path[0] === 'oidcClientMetadata') throw new errors.InvalidRedirectUri('a redirect URI is not valid');
  return refuse(`${issue?.path[0] === 'name' ? 'client_name' : 'the metadata'} is not valid`);
};

const full = () => new errors.AccessDenied('no more applications can be registered');

export const requireRoom = async (change: Change, { perHour, limit }: ClientRegistration) => {
  const tx = await change.transaction();
  const { all, recent } = await tx
    .selectFrom('applications')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where created_at > now() - interval '1 hour')`.as('recent'),
    ])
    .where('isSelfRegistered', '=', true)
    .executeTakeFirstOrThrow();
  if (recent >= perHour) {
    const error = new errors.TemporarilyUnavailable('too many applications were registered, try again later');
    throw Object.assign(error, { status: 429, statusCode: 429 });
  }
  if (all >= limit) throw full();
};

export const requirePlan = async (services: RegisteringServices, tenantId: string, change: Change) => {
  for (const key of ['applicationsLimit', 'thirdPartyApplicationsLimit'] as const) {
    await checkQuota({ services, tenantId, change }, key).catch((error: unknown) => {
      throw error instanceof RequestError ? full() : error;
    });
  }
};

type Identity = {
  id: string;
  secret?: string | undefined;
  document?: { metadataUrl: string; metadataReadAt: number };
};

export const insertApplication = async (
  change: Change,
  { id, secret: value, document }: Identity,
  application: ReturnType<typeof applicationOf>,
  rules: ClientRegistration,
) => {
  const { name, type, oidcClientMetadata = {}, customClientMetadata = {} } = application;
  await change.insert('applications', {
    ...{ id, name, description: null, type, isThirdParty: true, isSelfRegistered: true },
    ...{ oidcClientMetadata, customClientMetadata, customData: {} },
    ...document,
  });
  if (value) {
    const secret = { applicationId: id, name: 'Default secret', value };
    await change.insert('applicationSecrets', secret, ['applicationId', 'name']);
  }
  await insertPermissions(change, id, rules);
};

export const registerApplication = async (
  services: RegisteringServices,
  tenantId: string,
  metadata: AdapterPayload,
  { ip, requestId }: Visit,
) => {
  const rules = await services.clientRegistrations.of(tenantId);
  if (!rules.isEnabled) throw new errors.AccessDenied('applications cannot register themselves');
  const application = applicationOf(metadata, rules);
  const change = openChange({
    db: services.databases.of(tenantId),
    tenantId,
    invalidation: services.invalidation,
    operation: 'application.registered',
    requestId,
    ip,
    actor: () => ({ type: 'application', id: metadata.client_id ?? null }),
  });
  try {
    await lockUntilCommit(await change.transaction(), registrationLock, tenantId);
    await requireRoom(change, rules);
    await requirePlan(services, tenantId, change);
    const { client_id: id = '', client_secret: secret } = metadata;
    await insertApplication(change, { id, secret }, application, rules);
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};
