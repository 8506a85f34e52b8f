// A user's access and ID tokens, issued from an existing grant.
import type Provider from 'oidc-provider';
import { type Account, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../../services.ts';
import { defaultAccessTokenLifetime } from '../lifetimes.ts';
import { organizationScopes } from './organization.ts';
import { refreshed } from './rotation.ts';

type RefreshToken = InstanceType<Provider['RefreshToken']>;
type Grant = InstanceType<Provider['Grant']>;

type Source = { token: RefreshToken; grant: Grant; scopes: Set<string> };

const singleResource = (ctx: KoaContextWithOIDC, token: RefreshToken): string | undefined => {
  const asked = [ctx.oidc.params?.resource ?? []].flat() as string[];
  if (asked.length > 1) {
    throw new errors.InvalidTarget(
      'only a single resource indicator value must be requested/resolved during Access Token Request',
    );
  }
  const [resource] = asked;
  // The audience belongs to the grant: resources not requested initially cannot be added later.
  if (resource && !token.resourceIndicators.has(resource)) throw new errors.InvalidTarget();
  return resource;
};

export const userAccessToken = async (
  services: Pick<Services, 'applications' | 'resourceScopes' | 'wire'>,
  tenantId: string,
  provider: Provider,
  ctx: KoaContextWithOIDC,
  { token, grant, scopes, organizationId }: Source & { organizationId: string | undefined },
) => {
  const access = new provider.AccessToken({
    accountId: token.accountId,
    client: ctx.oidc.client,
    expiresWithSession: token.expiresWithSession,
    grantId: token.grantId,
    gty: refreshed(token.gty),
    sessionUid: token.sessionUid,
    sid: token.sid,
  } as never);
  const asked = singleResource(ctx, token);
  if (organizationId && !asked) {
    const audience = services.wire.organizationAudience(organizationId);
    const scope = await organizationScopes(services, tenantId, organizationId, { token, grant, scopes });
    const lifetime = { accessTokenTTL: defaultAccessTokenLifetime, accessTokenFormat: 'jwt' as const };
    access.resourceServer = new provider.ResourceServer(audience, { audience, scope, ...lifetime });
    access.scope = scope;
    return access;
  }
  const indicator = asked ?? (await services.resourceScopes.defaultResource(tenantId));
  if (!indicator || !token.resourceIndicators.has(indicator)) {
    access.scope = grant.getOIDCScopeFiltered(scopes);
    return access;
  }
  const principal = { type: 'user', id: token.accountId, organizationId, isToken: true } as const;
  const asking = await services.applications.find(tenantId, token.clientId ?? '');
  const offer = await services.resourceScopes.offered(tenantId, indicator, principal, asking);
  if (!offer) throw new errors.InvalidTarget();
  access.resourceServer = new provider.ResourceServer(indicator, {
    audience: indicator,
    scope: offer.scopes.join(' '),
    accessTokenTTL: offer.accessTokenTtl,
    accessTokenFormat: 'jwt',
  });
  const offered = new Set(offer.scopes);
  access.scope = grant.getResourceScopeFiltered(indicator, new Set([...scopes].filter((scope) => offered.has(scope))));
  return access;
};

export const userIdToken = async (
  provider: Provider,
  ctx: KoaContextWithOIDC,
  { token, grant, account, scopes }: Source & { account: Account },
): Promise<string> => {
  const rejected = grant.getRejectedOIDCClaims();
  const claims = await account.claims('id_token', [...scopes].join(' '), {}, rejected);
  const idToken = new provider.IdToken(
    { ...claims, acr: token.acr, amr: token.amr, auth_time: token.authTime } as never,
    { ctx },
  );
  Object.assign(idToken, { scope: grant.getOIDCScopeFiltered(scopes), mask: {}, rejected });
  idToken.set('nonce', token.nonce);
  idToken.set('sid', token.sid);
  return idToken.issue({ use: 'idtoken' });
};
