// The client credentials grant. With warm caches it needs no database statement, unless an organization is named.
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../../services.ts';
import { defaultAccessTokenLifetime } from '../lifetimes.ts';
import { organizationOfMachine, organizationScopesOfMachine } from './machine-organization.ts';
import { bindTo, provenKey } from './proof.ts';

const noTarget = 'both `resource` and `organization_id` are not provided';
const severalTargets = 'only a single resource indicator value is supported for this grant type';

/** The offered scopes among the requested ones, in requested order. */
export const grantedScope = (asked: unknown, offered: string[]): string => {
  const known = new Set(offered);
  return typeof asked === 'string'
    ? asked
        .split(' ')
        .filter((name) => known.has(name))
        .join(' ')
    : '';
};

export const clientCredentials = (
  services: Pick<Services, 'databases' | 'resourceScopes' | 'wire'>,
  tenantId: string,
  provider: Provider,
) => {
  const db = services.databases.of(tenantId);
  const { resourceScopes, wire } = services;

  /** The token's target, and the scopes offered to the application there. */
  const target = async (id: string, resource: unknown, organizationId: string | undefined) => {
    const fallback = organizationId ? undefined : await resourceScopes.defaultResource(tenantId);
    const [indicator, second] = [resource ?? fallback].flat() as (string | undefined)[];
    if (second) throw new errors.InvalidTarget(severalTargets);
    if (indicator) {
      const principal = { type: 'application', id, organizationId } as const;
      const offer = await resourceScopes.offered(tenantId, indicator, principal, undefined);
      if (!offer) throw new errors.InvalidTarget();
      return { audience: indicator, ...offer };
    }
    if (!organizationId) throw new errors.InvalidTarget(noTarget);
    return {
      audience: wire.organizationAudience(organizationId),
      accessTokenTtl: defaultAccessTokenLifetime,
      scopes: await organizationScopesOfMachine(db, id, organizationId),
    };
  };

  return async (ctx: KoaContextWithOIDC) => {
    const { client, params = {} } = ctx.oidc;
    if (!client) throw new errors.InvalidClient('client is missing');
    const organizationId = await organizationOfMachine(db, client.clientId, params.organization_id);
    const { audience, accessTokenTtl, scopes } = await target(client.clientId, params.resource, organizationId);

    const scope = grantedScope(params.scope, scopes);
    const token = new provider.ClientCredentials({ client, scope: scope || undefined } as never);
    token.resourceServer = new provider.ResourceServer(audience, {
      audience,
      scope: scopes.join(' '),
      accessTokenTTL: accessTokenTtl,
      accessTokenFormat: 'jwt',
    });
    bindTo(await provenKey(provider, ctx), token);
    ctx.oidc.entity('ClientCredentials', token);
    const value = await token.save();
    ctx.body = {
      access_token: value,
      expires_in: token.expiration,
      token_type: token.tokenType,
      scope,
    };
  };
};
