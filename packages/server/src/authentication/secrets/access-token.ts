// A user's token at a third party: the stored one, or a refreshed one if it has expired.
import { setTimeout as pause } from 'node:timers/promises';
import type { AccessToken, TokenMetadata } from '@tessera/contract/secrets';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { ConnectorFailure } from '../../infrastructure/audit/connector-uses.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import type { SecretsTable } from '../../infrastructure/database/tables.gen.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { tokenSetColumn } from '../../infrastructure/vault/seal-token-sets.ts';
import { confidentialValues } from '../connectors/config.ts';
import { findSocialConnector, whenAsked } from '../connectors/social-connector.ts';
import { failureOf } from '../messages/problems.ts';
import { connectTo, findSsoConnector } from '../sso-connectors/find.ts';
import { secretsIn } from '../sso-connectors/identify.ts';
import { columnsOf, type KeptTokens, sealTokens } from './token-sets.ts';

type Row = Selectable<SecretsTable>;
/** By social target, or by enterprise SSO connector. */
export type TokenOf = { userId: string } & ({ target: string } | { ssoConnectorId: string });

const expired = () => new RequestError('secrets.third_party_token_set.access_token_expired');
const notKept = () => new RequestError('secrets.third_party_token_set.token_not_found');

const find = ({ db }: Context, of: TokenOf): Promise<Row | undefined> => {
  const query = db.selectFrom('secrets').selectAll().where('userId', '=', of.userId);
  return 'target' in of
    ? query.where('target', '=', of.target).executeTakeFirst()
    : query.where('ssoConnectorId', '=', of.ssoConnectorId).executeTakeFirst();
};

const opened = ({ services, tenantId, log }: Context, row: Row): KeptTokens => {
  try {
    return JSON.parse(services.vault.open({ tenantId, column: tokenSetColumn }, row.tokenSet ?? '')) as KeptTokens;
  } catch {
    log.warn({ secretId: row.id }, 'a token set cannot be decrypted');
    throw notKept();
  }
};

const answer = ({ services }: Context, { accessToken }: KeptTokens, metadata: TokenMetadata): AccessToken => ({
  access_token: accessToken,
  ...(metadata.scope && { scope: metadata.scope }),
  ...(metadata.tokenType && { token_type: metadata.tokenType }),
  ...(metadata.expiresAt && { expires_in: metadata.expiresAt - services.clock.seconds() }),
});

const refused = () => new RequestError('connector.authorization_failed');

/** Asked once the connector has been read: with another provider, it has no tokens of the former one. */
const requireStored = async ({ db }: Context, { id, tokenSet }: Row) => {
  const query = db.selectFrom('secrets').select('id').where('id', '=', id).where('tokenSet', '=', tokenSet);
  if (!(await query.executeTakeFirst())) throw refused();
};

const renew = async (ctx: Context, row: Row, refreshToken: string): Promise<unknown> => {
  const { tools } = ctx.services.messages;
  if (row.ssoConnectorId !== null) {
    const found = await findSsoConnector(ctx, row.ssoConnectorId);
    await requireStored(ctx, row);
    const { connection, issuer } = await connectTo(ctx, found);
    // What the provider publishes names another issuer now, which must not get the tokens of the former.
    if (!found.provider.renewTokens || issuer !== row.issuer) throw refused();
    const asking = found.provider.renewTokens(refreshToken, connection, tools);
    return whenAsked(ctx, asking, [refreshToken, ...secretsIn(found.config)]);
  }
  const { factory, config } = await findSocialConnector(ctx, row.connectorId ?? '');
  await requireStored(ctx, row);
  if (!factory.renewTokens) throw refused();
  const asking = factory.renewTokens(refreshToken, config, tools);
  return whenAsked(ctx, asking, [refreshToken, ...confidentialValues(factory, config)]);
};

/** The provider refused. Being unreachable says nothing about the token. */
const refusals = ['authorization_failed', 'social_auth_code_invalid', 'social_invalid_access_token'].map(
  (code) => `connector.${code}`,
);

/** Only if it is still the same: the user may have signed in again meanwhile. */
const forget = ({ db }: Context, { id, tokenSet }: Row) =>
  db.deleteFrom('secrets').where('id', '=', id).where('tokenSet', '=', tokenSet).execute();

/** Only failures are in the audit log: applications may read tokens often. */
const logFailure = (ctx: Context, { userId, connectorId, ssoConnectorId }: Row, failure: ConnectorFailure) =>
  ctx.audit('ThirdPartyToken.Refresh', {
    result: 'Error',
    userId,
    connectorId: ssoConnectorId ?? connectorId,
    error: { code: failure.code, message: failure.reason },
  });

const renewed = async (ctx: Context, row: Row, refreshToken: string): Promise<AccessToken> => {
  const { scope, tokenType } = row.metadata as TokenMetadata;
  const given = await renew(ctx, row, refreshToken).catch(async (error: unknown) => {
    const failure = failureOf(error);
    ctx.log.warn({ ...failure, secretId: row.id }, 'the tokens of a third party could not be renewed');
    logFailure(ctx, row, failure);
    if (refusals.includes(failure.code)) await forget(ctx, row);
    else await consume.endOfRenewal(ctx.db, row.id);
    throw expired();
  });
  const made = sealTokens(ctx, given, { refreshToken, scope, tokenType });
  if (!made) {
    logFailure(ctx, row, { code: 'connector.invalid_response', reason: 'The response has no access token.' });
    await forget(ctx, row);
    throw expired();
  }
  const { metadata, ...columns } = columnsOf(made.sealed);
  await ctx.db
    .updateTable('secrets')
    .set({ ...columns, metadata: JSON.stringify(metadata) })
    .where('id', '=', row.id)
    .where('tokenSet', '=', row.tokenSet)
    .execute();
  return answer(ctx, made.tokens, metadata);
};

/** Waits for another request's refresh, until its lease ends. */
const renewedByOther = async (ctx: Context, of: TokenOf, before: Row): Promise<AccessToken> => {
  const { clock } = ctx.services;
  for (const end = clock.seconds() + consume.renewalSeconds; clock.seconds() < end; await pause(100)) {
    const row = await find(ctx, of);
    if (!row) throw expired();
    if (row.tokenSet !== before.tokenSet) return answer(ctx, opened(ctx, row), row.metadata as TokenMetadata);
    if (!('renewingUntil' in row.metadata)) throw expired();
  }
  throw expired();
};

export const accessTokenOf = async (ctx: Context, of: TokenOf): Promise<AccessToken> => {
  const row = await find(ctx, of);
  if (!row) throw notKept();
  const tokens = opened(ctx, row);
  const metadata = row.metadata as TokenMetadata;
  const { expiresAt = Number.POSITIVE_INFINITY } = metadata;
  if (expiresAt > ctx.services.clock.seconds()) return answer(ctx, tokens, metadata);
  if (!tokens.refreshToken) {
    await forget(ctx, row);
    throw expired();
  }
  // Many providers accept a refresh token once, so only one of several concurrent requests refreshes.
  const isOurs = await consume.turnOfRenewal(ctx.db, row);
  return isOurs ? renewed(ctx, row, tokens.refreshToken) : renewedByOther(ctx, of, row);
};
