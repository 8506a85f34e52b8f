// Sign-ins that a SAML identity provider starts. The identity waits under a cookie until the sign-in page of the
// application's authorization request asks for it.
import type { IdpInitiatedAuthConfig } from '@tessera/contract/sso-connectors';
import { cookiesOf } from '../../authorization/oidc/cookies.ts';
import type { Context, ContextFor } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { readCookie } from '../../infrastructure/http/read-cookie.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import { random } from '../../random.ts';
import { hasSameConfig } from '../connectors/config-digest.ts';
import { identityProviderOf } from '../saml-applications/identity-provider.ts';
import type { SamlIdentity } from './saml-requests.ts';
import type { SsoConnectorInUse } from './usable.ts';

const longestMs = 600_000;

type Ctx = Pick<Context, 'db' | 'services' | 'tenantId'> & { visit: Pick<Visit, 'destination'> };

const cookieOf = ({ services: { addresses }, tenantId, visit }: Ctx) => {
  const { own, options } = cookiesOf(addresses, tenantId, addresses.at(visit.destination));
  return { name: own('_idp_saml_session'), options };
};

/** Stores the identity; the returned header gives the browser its cookie. */
export const keepStarted = async (
  ctx: Ctx,
  tx: Database,
  connectorId: string,
  { identity, until }: { identity: SamlIdentity; until: number },
) => {
  const now = ctx.services.clock.now();
  const expiresAt = Math.min(until, now + longestMs);
  const secret = random.secret();
  await tx
    .insertInto('idpInitiatedSamlSessions')
    .values({
      ...{ id: digestOf(secret), connectorId, expiresAt: new Date(expiresAt) },
      assertionContent: JSON.stringify(identity),
    })
    .execute();
  const { name, options } = cookieOf(ctx);
  const attributes = [
    ...[`${name}=${secret}`, `Path=${options.path}`, `Max-Age=${Math.ceil((expiresAt - now) / 1000)}`],
    ...['HttpOnly', 'SameSite=Lax', ...(options.secure ? ['Secure'] : [])],
  ];
  return attributes.join('; ');
};

/**
 * The waiting identity of this browser, once; undefined if there is none for the connector. Anyone can have posted it, so
 * it answers no sign-in that the user starts by entering an email address. After a change of the connector, the provider
 * is asked.
 */
export const takeStarted = async (
  ctx: ContextFor<'interaction'>,
  found: SsoConnectorInUse,
): Promise<SamlIdentity | undefined> => {
  const { id: connectorId } = found.row;
  if (ctx.interaction.details.params.direct_sign_in !== `sso:${connectorId}`) return undefined;
  const { name, options } = cookieOf(ctx);
  const secret = readCookie(ctx.raw.request, name);
  if (!secret) return undefined;
  const row = await consume.idpInitiatedSession(ctx.db, digestOf(secret), connectorId);
  const ended = [`${name}=`, `Path=${options.path}`, 'Max-Age=0', 'HttpOnly', 'SameSite=Lax'];
  if (row) ctx.answer.headers['set-cookie'] = [...ended, ...(options.secure ? ['Secure'] : [])].join('; ');
  const identity = row?.assertionContent as SamlIdentity | undefined;
  return identity && hasSameConfig(found, identity) ? identity : undefined;
};

const withQuery = (url: string, query: Record<string, string>) => {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  return target.href;
};

/** Where the browser continues: at the application, or at our authorization endpoint for it. */
export const nextOf = async (
  { db, services, tenantId }: Ctx,
  connectorId: string,
  config: Pick<
    IdpInitiatedAuthConfig,
    | 'autoSendAuthorizationRequest'
    | 'authParameters'
    | 'clientIdpInitiatedAuthCallbackUri'
    | 'defaultApplicationId'
    | 'redirectUri'
  >,
): Promise<string> => {
  if (!config.autoSendAuthorizationRequest) {
    const uri = config.clientIdpInitiatedAuthCallbackUri;
    if (!uri) throw new RequestError('single_sign_on.idp_initiated_authentication_client_callback_uri_not_found');
    return withQuery(uri, { ssoConnectorId: connectorId });
  }
  const application = await db
    .selectFrom('applications')
    .select(['oidcClientMetadata', 'type'])
    .where('id', '=', config.defaultApplicationId)
    .executeTakeFirst();
  if (application?.type === 'SAML') {
    const { startUrl } = identityProviderOf(services.addresses.tenant(tenantId), config.defaultApplicationId);
    return withQuery(startUrl, { connector: connectorId });
  }
  const { redirectUris = [] } = (application?.oidcClientMetadata ?? {}) as { redirectUris?: string[] };
  const redirectUri = config.redirectUri ?? redirectUris[0];
  if (!redirectUri || !redirectUris.includes(redirectUri)) throw new RequestError('oidc.invalid_redirect_uri');
  const { scope = '', ...parameters } = config.authParameters as Record<string, string>;
  const scopes = new Set(['openid', 'profile', ...scope.split(/\s+/).filter(Boolean)]);
  return withQuery(`${services.addresses.issuer(tenantId)}/auth`, {
    ...{ client_id: config.defaultApplicationId, redirect_uri: redirectUri },
    ...{ response_type: 'code', prompt: 'login', direct_sign_in: `sso:${connectorId}` },
    ...parameters,
    scope: [...scopes].join(' '),
  });
};
