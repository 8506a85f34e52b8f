// Records provider events in the audit log and counters.
import { deviceGrant, tokenExchangeGrant } from '@tessera/contract/application-grants';
import type { LogKey } from '@tessera/contract/audit-log-keys';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { modelId } from '../../infrastructure/database/digest.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf } from './client-ids.ts';
import { internalMark } from './internal-mark.ts';
import { usedSecretName } from './named-secrets.ts';
import { exchangeOf } from './token-claims.ts';

const exchangeKeys: Record<string, LogKey> = {
  authorization_code: 'ExchangeTokenBy.AuthorizationCode',
  refresh_token: 'ExchangeTokenBy.RefreshToken',
  client_credentials: 'ExchangeTokenBy.ClientCredentials',
  [deviceGrant]: 'ExchangeTokenBy.DeviceCode',
  [tokenExchangeGrant]: 'ExchangeTokenBy.TokenExchange',
};

const mostOfParameter = 256;
/** Only meaningful to the application. */
const unlogged = new Set(['state', 'nonce', 'code_challenge']);

/** Anyone can create entries by starting a sign-in, so they contain little of the request. */
const shorten = (params: object) =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name, value]) => value !== undefined && !unlogged.has(name))
      .map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, mostOfParameter).toWellFormed() : value,
      ]),
  );

export const recordProviderEvents = (
  services: Pick<Services, 'audit' | 'log' | 'tokenFailureLimit'>,
  tenantId: string,
  provider: Provider,
) => {
  const { audit, tokenFailureLimit } = services;

  const common = (ctx: KoaContextWithOIDC) => {
    const { ip, userAgent } = visitOf(ctx.req);
    const { client, entities, params } = ctx.oidc;
    const secretName = usedSecretName(ctx);
    const source = entities.AccessToken ?? entities.RefreshToken ?? entities.AuthorizationCode ?? entities.DeviceCode;
    return {
      ip,
      userAgent,
      applicationId: client && applicationIdOf(client),
      ...(secretName !== undefined && { applicationSecret: { name: secretName } }),
      // The end of a sign-in names its session, which later token requests have too.
      sessionId: source?.sessionUid ?? ctx.oidc.session?.uid,
      interactionId: entities.Interaction && modelId('Interaction', entities.Interaction.jti),
      userId: ctx.oidc.account?.accountId ?? source?.accountId,
      ...exchangeOf(ctx)?.impersonation,
      ...(internalMark(ctx.req) && { isTest: true }),
      params: shorten(params ?? {}),
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
    const audience = (AccessToken ?? ClientCredentials)?.aud;
    const facts = { ...common(ctx), tokenTypes, scope: body.scope, audience };
    audit.record(tenantId, exchangeKey(ctx), { result: 'Success', ...facts });
    audit.tokenIssued(tenantId, AccessToken?.accountId);
  });
  provider.on('grant.error', (ctx, error) => {
    const { message, error_description, error_detail } = error;
    // A device asks every few seconds until its user has decided.
    if (message === 'authorization_pending') return;
    const [key, facts] = [exchangeKey(ctx), common(ctx)];
    const record = () =>
      audit.record(tenantId, key, {
        result: 'Error',
        ...facts,
        error: { error: message, description: error_description, detail: error_detail },
      });
    // Anyone can fail. What exceeds the limit is answered, but not recorded.
    tokenFailureLimit.spend(tenantId, facts.ip).then(record, () => undefined);
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
