// Settings of sign-ins that a SAML identity provider starts: which application they lead to, and who sends the
// authorization request.
import { ssoProvider } from '@tessera/connectors/sso/sso-providers';
import type { JsonObject } from '@tessera/contract/fields';
import type { IdpInitiatedAuthConfig, NewIdpInitiatedAuthConfig } from '@tessera/contract/sso-connectors';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { SsoConnectorIdpInitiatedAuthConfigsTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';

type Row = Selectable<SsoConnectorIdpInitiatedAuthConfigsTable>;

const asConfig = (row: Row): IdpInitiatedAuthConfig => ({ ...row, authParameters: row.authParameters as JsonObject });

const stored = ({ db }: Context, connectorId: string): Promise<Row | undefined> =>
  db
    .selectFrom('ssoConnectorIdpInitiatedAuthConfigs')
    .selectAll()
    .where('connectorId', '=', connectorId)
    .executeTakeFirst();

export const findIdpInitiated = async (ctx: Context, connectorId: string) => {
  const row = await stored(ctx, connectorId);
  if (!row) throw notFound(connectorId);
  return asConfig(row);
};

const requireSaml = async ({ db }: Context, id: string) => {
  const row = await db.selectFrom('ssoConnectors').select('providerName').where('id', '=', id).executeTakeFirst();
  const provider = row && ssoProvider(row.providerName);
  if (!provider) throw notFound(id);
  if (provider.type !== 'saml') throw new RequestError('single_sign_on.idp_initiated_authentication_not_supported');
};

const checkApplication = async ({ db }: Context, body: NewIdpInitiatedAuthConfig) => {
  const { defaultApplicationId: id, autoSendAuthorizationRequest: isAutomatic } = body;
  const application = await db
    .selectFrom('applications')
    .select(['type', 'isThirdParty', 'oidcClientMetadata'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!application) throw notFound(id);
  const { type, isThirdParty } = application;
  const isOurs = !isThirdParty && (type === 'Traditional' || (type === 'SPA' && !isAutomatic));
  const isAllowed = type === 'SAML' || isOurs;
  if (!isAllowed) {
    const code = 'single_sign_on.idp_initiated_authentication_invalid_application_type';
    throw new RequestError(code, { values: { type } });
  }
  const { redirectUris = [] } = application.oidcClientMetadata as { redirectUris?: string[] };
  if (body.autoSendAuthorizationRequest && body.redirectUri && !redirectUris.includes(body.redirectUri)) {
    throw new RequestError('single_sign_on.idp_initiated_authentication_redirect_uri_not_registered');
  }
};

/** Fields of the other mode are reset. */
const columnsOf = (body: NewIdpInitiatedAuthConfig) => ({
  defaultApplicationId: body.defaultApplicationId,
  autoSendAuthorizationRequest: body.autoSendAuthorizationRequest,
  redirectUri: body.autoSendAuthorizationRequest ? (body.redirectUri ?? null) : null,
  authParameters: body.autoSendAuthorizationRequest ? (body.authParameters ?? {}) : {},
  clientIdpInitiatedAuthCallbackUri: body.autoSendAuthorizationRequest ? null : body.clientIdpInitiatedAuthCallbackUri,
});

export const replaceIdpInitiated = async (ctx: Context, connectorId: string, body: NewIdpInitiatedAuthConfig) => {
  await requireSaml(ctx, connectorId);
  await checkApplication(ctx, body);
  const table = 'ssoConnectorIdpInitiatedAuthConfigs';
  const columns = columnsOf(body);
  const updated = await ctx.change.update(table, { connectorId }, columns);
  return asConfig(updated ?? (await ctx.change.insert(table, { connectorId, ...columns }, ['connectorId'])));
};

export const removeIdpInitiated = async (ctx: Context, connectorId: string) => {
  if (!(await ctx.change.remove('ssoConnectorIdpInitiatedAuthConfigs', { connectorId }))) throw notFound(connectorId);
};
