// Client credentials: a machine asks for a token of its own. With warm caches no statement reaches the database.
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../services.ts';

export const clientCredentials =
  (services: Services, tenantId: string, provider: Provider) => async (ctx: KoaContextWithOIDC) => {
    const { client, params = {} } = ctx.oidc;
    if (!client) throw new errors.InvalidClient('client is missing');
    const requested = params.resource ?? (await services.resourceScopes.defaultResource(tenantId));
    const [indicator, second] = [requested].flat() as (string | undefined)[];
    if (!indicator) throw new errors.InvalidTarget('both `resource` and `organization_id` are not provided');
    if (second) {
      throw new errors.InvalidTarget('only a single resource indicator value is supported for this grant type');
    }
    const principal = { type: 'application', id: client.clientId } as const;
    const offer = await services.resourceScopes.offered(tenantId, indicator, principal, undefined);
    if (!offer) throw new errors.InvalidTarget();

    const offered = new Set(offer.scopes);
    const asked = typeof params.scope === 'string' ? params.scope.split(' ') : [];
    const token = new provider.ClientCredentials({
      client,
      scope: asked.filter((scope) => offered.has(scope)).join(' ') || undefined,
    } as never);
    token.resourceServer = new provider.ResourceServer(indicator, {
      audience: indicator,
      scope: offer.scopes.join(' '),
      accessTokenTTL: offer.accessTokenTtl,
      accessTokenFormat: 'jwt',
    });
    ctx.oidc.entity('ClientCredentials', token);
    const value = await token.save();
    ctx.body = {
      access_token: value,
      expires_in: token.expiration,
      token_type: token.tokenType,
      ...(token.scope && { scope: token.scope }),
    };
  };
