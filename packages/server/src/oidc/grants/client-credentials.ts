// Client credentials: a machine asks for a token of its own. With warm caches no statement reaches the database, unless
// an organization is named.
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../services.ts';
import { defaultAccessTokenLifetime } from '../lifetimes.ts';
import { organizationOfMachine, organizationScopesOfMachine } from './machine-organization.ts';

const noTarget = 'both `resource` and `organization_id` are not provided';
const severalTargets = 'only a single resource indicator value is supported for this grant type';

/** Of what is asked for, what is offered, in the order of asking. */
export const grantedScope = (asked: unknown, offered: string[]): string => {
  const known = new Set(offered);
  return typeof asked === 'string'
    ? asked
        .split(' ')
        .filter((name) => known.has(name))
        .join(' ')
    : '';
};

export const clientCredentials = (services: Services, tenantId: string, provider: Provider) => {
  const db = services.databases.of(tenantId);
  const { resourceScopes, wire } = services;

  /** What the token will be for, and the scopes the machine is offered there. */
  const target = async (id: string, resource: unknown, organizationId: string | undefined) => {
    const fallback = organizationId ? undefined : await resourceScopes.defaultResource(tenantId);
    const [indicator, second] = [resource ?? fallback].flat() as (string | undefined)[];
    if (second) throw new errors.InvalidTarget(severalTargets);
    if (indicator) {
      const principal = { type: 'application', id, organizationId } as const;
      const offer = await resourceScopes.offered(tenantId, indicator, principal, undefined);
      if (!offer) throw new errors.InvalidTarget();
      return { audience: indicator, ...offer, isOrganization: false };
    }
    if (!organizationId) throw new errors.InvalidTarget(noTarget);
    return {
      audience: wire.organizationAudience(organizationId),
      accessTokenTtl: defaultAccessTokenLifetime,
      scopes: await organizationScopesOfMachine(db, id, organizationId),
      isOrganization: true,
    };
  };

  return async (ctx: KoaContextWithOIDC) => {
    const { client, params = {} } = ctx.oidc;
    if (!client) throw new errors.InvalidClient('client is missing');
    const organizationId = await organizationOfMachine(db, client.clientId, params.organization_id);
    const aim = await target(client.clientId, params.resource, organizationId);
    const { audience, accessTokenTtl, scopes } = aim;

    const scope = grantedScope(params.scope, scopes);
    const token = new provider.ClientCredentials({ client, scope: scope || undefined } as never);
    token.resourceServer = new provider.ResourceServer(audience, {
      audience,
      scope: scopes.join(' '),
      accessTokenTTL: accessTokenTtl,
      accessTokenFormat: 'jwt',
    });
    ctx.oidc.entity('ClientCredentials', token);
    const value = await token.save();
    ctx.body = {
      access_token: value,
      expires_in: token.expiration,
      token_type: token.tokenType,
      ...((scope || aim.isOrganization) && { scope }),
    };
  };
};
