// The refresh token grant: rotation, a short grace period for concurrent requests, and revocation of the grant on later
// reuse. Scopes are resolved each time, so a lost permission is gone with the next token.
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../../services.ts';
import { findAccount } from '../account.ts';
import { requestedOrganization } from './organization.ts';
import { bindTo, provenKey } from './proof.ts';
import { isReuse, mayRotate, rotate } from './rotation.ts';
import { userAccessToken, userIdToken } from './user-tokens.ts';

export const refreshToken = (
  services: Pick<Services, 'applications' | 'databases' | 'resourceScopes' | 'wire'>,
  tenantId: string,
  provider: Provider,
) => {
  const db = services.databases.of(tenantId);

  const revokeFamily = async (grantId: string) => {
    await Promise.all([
      provider.Grant.adapter.destroy(grantId),
      provider.AccessToken.revokeByGrantId(grantId),
      provider.RefreshToken.revokeByGrantId(grantId),
    ]);
  };

  return async (ctx: KoaContextWithOIDC) => {
    const { client, params = {} } = ctx.oidc;
    if (!client) throw new errors.InvalidClient('client is missing');
    const value = params.refresh_token;
    if (typeof value !== 'string') throw new errors.InvalidRequest("missing required parameter 'refresh_token'");

    const token = await provider.RefreshToken.find(value, { ignoreExpiration: true });
    if (!token) throw new errors.InvalidGrant('refresh token not found');
    if (token.clientId !== client.clientId) throw new errors.InvalidGrant('client mismatch');
    if (token.isExpired) throw new errors.InvalidGrant('refresh token is expired');
    const key = await provenKey(provider, ctx);
    if (token.jkt && token.jkt !== key) throw new errors.InvalidGrant('failed jkt verification');
    const grant = await provider.Grant.find(token.grantId ?? '', { ignoreExpiration: true });
    if (!grant) throw new errors.InvalidGrant('grant not found');
    if (grant.isExpired) throw new errors.InvalidGrant('grant is expired');
    if (grant.clientId !== client.clientId) throw new errors.InvalidGrant('client mismatch');

    const scopes = typeof params.scope === 'string' ? new Set(params.scope.split(' ')) : token.scopes;
    const missing = [...scopes].filter((scope) => !token.scopes.has(scope));
    if (missing.length > 0) {
      throw new errors.InvalidScope('refresh token missing requested scope(s)', missing.join(' '));
    }
    const account = await findAccount(db, services.wire, token.accountId);
    if (!account || grant.accountId !== token.accountId) {
      throw new errors.InvalidGrant('refresh token invalid (referenced account not found)');
    }
    ctx.oidc.entity('RefreshToken', token);
    ctx.oidc.entity('Grant', grant);
    ctx.oidc.entity('Account', account);

    const isUsed = token.consumed !== undefined;
    if (isUsed && (await isReuse(db, token.jti))) {
      await revokeFamily(grant.jti);
      throw new errors.InvalidGrant('refresh token already used');
    }
    // Before rotation: a request rejected for its resource or by a script must not cost the client its token.
    const organizationId = await requestedOrganization(services, tenantId, ctx, { token, grant });
    const source = { token, grant, scopes, organizationId };
    const access = await userAccessToken(services, tenantId, provider, ctx, source);
    bindTo(key, access);
    ctx.oidc.entity('AccessToken', access);
    const accessValue = await access.save();
    const application = await services.applications.find(tenantId, client.clientId);
    const rotates = application?.rotateRefreshToken !== false && mayRotate(token, client.clientAuthMethod === 'none');
    const next = rotates || isUsed ? await rotate(db, provider, token, client, key) : value;
    if (!next) throw new errors.InvalidGrant('refresh token not found');

    ctx.body = {
      access_token: accessValue,
      expires_in: access.expiration,
      ...(scopes.has('openid') && { id_token: await userIdToken(provider, ctx, { token, grant, account, scopes }) }),
      refresh_token: next,
      scope: access.scope ?? '',
      token_type: access.tokenType,
    };
  };
};
