// The token exchange grant: an application with a subject token or personal access token gets an access token of that
// user. Without a grant of the user, its scopes are the user's current permissions among the requested ones.
import { tokenExchangeGrant } from '@tessera/contract/application-grants';
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../../services.ts';
import { findAccount } from '../account.ts';
import { heldOrganizationScopes } from '../held-scopes.ts';
import { defaultAccessTokenLifetime } from '../lifetimes.ts';
import { countingOrganizations } from '../memberships.ts';
import { claimsByScope } from '../scopes.ts';
import { noteExchange } from '../token-claims.ts';
import { findActor } from './actor.ts';
import { requireOrganization } from './organization.ts';
import { bindTo, provenKey } from './proof.ts';
import { findSubject } from './subject.ts';

const required = (params: Record<string, unknown>, name: string): string => {
  const value = params[name];
  if (typeof value !== 'string' || value === '') {
    throw new errors.InvalidRequest(`missing required parameter '${name}'`);
  }
  return value;
};

export const tokenExchange = (
  services: Pick<Services, 'applications' | 'databases' | 'resourceScopes' | 'wire'>,
  tenantId: string,
  provider: Provider,
) => {
  const db = services.databases.of(tenantId);
  const { resourceScopes, wire } = services;
  const openIdScopes = new Set(Object.keys(claimsByScope(wire)));

  const target = async (userId: string, clientId: string, resource: unknown, organizationId: string | undefined) => {
    const fallback = organizationId ? undefined : await resourceScopes.defaultResource(tenantId);
    const [indicator, second] = [resource ?? fallback].flat() as (string | undefined)[];
    if (second) throw new errors.InvalidTarget('only a single resource indicator value is supported');
    if (indicator) {
      const principal = { type: 'user', id: userId, organizationId, isToken: true } as const;
      const asking = await services.applications.find(tenantId, clientId);
      const offer = await resourceScopes.offered(tenantId, indicator, principal, asking);
      if (!offer) throw new errors.InvalidTarget();
      return { audience: indicator, ttl: offer.accessTokenTtl, offered: new Set(offer.scopes) };
    }
    if (!organizationId) return { audience: undefined, ttl: undefined, offered: openIdScopes };
    return {
      audience: wire.organizationAudience(organizationId),
      ttl: defaultAccessTokenLifetime,
      offered: new Set(await heldOrganizationScopes(db, userId, countingOrganizations(db, userId, { organizationId }))),
    };
  };

  /** Userinfo reads the grant of an opaque token, so create one with exactly the exchanged scopes. */
  const grantOf = async (accountId: string, clientId: string, scope: string): Promise<string> => {
    const grant = new provider.Grant({ accountId, clientId, expiresIn: defaultAccessTokenLifetime } as never);
    if (scope) grant.addOIDCScope(scope);
    return grant.save();
  };

  return async (ctx: KoaContextWithOIDC) => {
    const { client, params = {} } = ctx.oidc;
    if (!client) throw new errors.InvalidClient('client is missing');
    const application = await services.applications.find(tenantId, client.clientId);
    if (!application || application.isThirdParty) {
      throw new errors.InvalidClient('third-party applications are not allowed for this grant type');
    }
    const value = required(params, 'subject_token');
    const subject = await findSubject(services, tenantId, value, required(params, 'subject_token_type'));
    const account = await findAccount(db, wire, subject.userId);
    if (!account) throw new errors.InvalidGrant('the user of the subject token may not be issued a token');
    ctx.oidc.entity('Account', account);
    const actor = await findActor(db, provider, params);
    const organizationId = await requireOrganization(services, tenantId, ctx, subject.userId, client.clientId);

    const { audience, ttl, offered } = await target(subject.userId, client.clientId, params.resource, organizationId);
    const asked = typeof params.scope === 'string' ? params.scope.split(' ') : [];
    const scope = [...new Set(asked)].filter((name) => offered.has(name)).join(' ');
    noteExchange(ctx, { actor, impersonation: subject.impersonation });
    const token = new provider.AccessToken({
      accountId: subject.userId,
      client,
      gty: tokenExchangeGrant,
      scope,
      ...(!audience && { grantId: await grantOf(subject.userId, client.clientId, scope) }),
    } as never);
    if (audience && ttl) {
      const server = {
        audience,
        scope: [...offered].join(' '),
        accessTokenTTL: ttl,
        accessTokenFormat: 'jwt' as const,
      };
      token.resourceServer = new provider.ResourceServer(audience, server);
    }
    bindTo(await provenKey(provider, ctx), token);
    ctx.oidc.entity('AccessToken', token);
    const issued = await token.save();
    // Last, so that failed requests can be retried; a request that loses here gets nothing.
    if (!(await subject.use())) {
      await token.destroy();
      throw new errors.InvalidGrant('subject token already used');
    }
    ctx.body = { access_token: issued, expires_in: token.expiration, scope, token_type: token.tokenType };
  };
};
