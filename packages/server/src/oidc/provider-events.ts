// What the provider did, in the audit log and the counters.
import type { LogKey } from '@tessera/contract/log-keys';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';
import { tokenExchangeGrant } from './grants/exchange-types.ts';
import { usedSecretName } from './named-secrets.ts';

const exchangeKeys: Record<string, LogKey> = {
  authorization_code: 'ExchangeTokenBy.AuthorizationCode',
  refresh_token: 'ExchangeTokenBy.RefreshToken',
  client_credentials: 'ExchangeTokenBy.ClientCredentials',
  [tokenExchangeGrant]: 'ExchangeTokenBy.TokenExchange',
};

export const recordProviderEvents = (services: Services, tenantId: string, provider: Provider) => {
  const { audit } = services;

  const common = (ctx: KoaContextWithOIDC) => {
    const { ip, userAgent } = visitOf(ctx.req);
    const { client, entities, params } = ctx.oidc;
    const secretName = usedSecretName(ctx);
    const source = entities.AccessToken ?? entities.RefreshToken ?? entities.AuthorizationCode;
    return {
      ip,
      userAgent,
      applicationId: client?.clientId,
      ...(secretName !== undefined && { applicationSecret: { name: secretName } }),
      sessionId: source?.sessionUid,
      interactionId: entities.Interaction?.jti,
      userId: ctx.oidc.account?.accountId ?? source?.accountId,
      params: { ...params },
    };
  };
  const exchangeKey = (ctx: KoaContextWithOIDC): LogKey =>
    exchangeKeys[String(ctx.oidc.params?.grant_type)] ?? 'ExchangeTokenBy.Unknown';

  provider.on('grant.success', (ctx) => {
    const { AccessToken, ClientCredentials, RefreshToken } = ctx.oidc.entities;
    const body = ctx.body as { id_token?: string; refresh_token?: string; scope?: string };
    const tokenTypes = [
      ...(AccessToken ? ['AccessToken'] : []),
      ...(ClientCredentials ? ['ClientCredentials'] : []),
      ...(body.refresh_token && RefreshToken ? ['RefreshToken'] : []),
      ...(body.id_token ? ['IdToken'] : []),
    ];
    audit.record(tenantId, exchangeKey(ctx), { result: 'Success', ...common(ctx), tokenTypes, scope: body.scope });
    audit.tokenIssued(tenantId, AccessToken?.accountId);
  });
  provider.on('grant.error', (ctx, error) => {
    const { message, error_description, error_detail } = error;
    audit.record(tenantId, exchangeKey(ctx), {
      result: 'Error',
      ...common(ctx),
      error: { error: message, description: error_description, detail: error_detail },
    });
  });
  provider.on('grant.revoked', (ctx, grantId) => {
    audit.record(tenantId, 'RevokeToken', {
      result: 'Success',
      ...common(ctx),
      grantId,
      tokenTypes: ['AccessToken', 'RefreshToken', 'AuthorizationCode'],
    });
  });
  provider.on('interaction.started', (ctx, prompt) => {
    audit.record(tenantId, 'Interaction.Create', { result: 'Success', ...common(ctx), prompt: prompt.name });
  });
  provider.on('interaction.ended', (ctx) => {
    audit.record(tenantId, 'Interaction.End', { result: 'Success', ...common(ctx) });
  });
  provider.on('server_error', (ctx, error) => {
    services.log.error({ tenantId, requestId: visitOf(ctx.req).requestId, err: error }, 'the provider failed');
  });
};
