// Handlers of enterprise SSO connectors. A configuration is tested with the identity provider before it is saved.
import { readSsoGuide } from '@tessera/connectors/sso/sso-guides';
import type { SsoDocument, SsoProvider } from '@tessera/connectors/sso/sso-provider';
import { allSsoProviders, ssoProvider } from '@tessera/connectors/sso/sso-providers';
import type { JsonObject } from '@tessera/contract/fields';
import { type SsoConnector, ssoConnectorProviders, ssoConnectors } from '@tessera/contract/sso-connectors';
import { isOtherDestination } from '@tessera/contract/token-destination';
import { ssoProviderText } from '@tessera/phrases/sso-connectors';
import { sql } from 'kysely';
import { countRows } from '../../authorization/resources/count-rows.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { reconcileUnmanaged } from '../../user-management/scim/group-roles.ts';
import { forgetTokens } from '../secrets/token-sets.ts';
import { asFieldError, configFrom, testConfig } from './config.ts';
import { asStored, describeConnectors } from './describe.ts';
import { refreshDocument, replaceDocument, storedDocument } from './documents.ts';
import { checkDomains, describeDomain } from './domains.ts';
import { findSsoConnector, requireSsoConnector } from './find.ts';
import { findIdpInitiated, removeIdpInitiated, replaceIdpInitiated } from './idp-initiated.ts';
import type { SsoConnectorRow } from './usable.ts';
import { domainRows, lookUpDomain, noteFinding } from './verify-domain.ts';

const rowOf = async ({ db }: Context, id: string): Promise<{ row: SsoConnectorRow; provider: SsoProvider }> => {
  const row = await db.selectFrom('ssoConnectors').selectAll().where('id', '=', id).executeTakeFirst();
  const provider = row && ssoProvider(row.providerName);
  if (!row || !provider) throw notFound(id);
  return { row, provider };
};

const described = async (ctx: Context, row: SsoConnectorRow, tx?: Transaction): Promise<SsoConnector> => {
  const [connector] = await describeConnectors(ctx, [row], tx);
  if (!connector) throw notFound(row.id);
  return connector;
};

const refuseTakenName = async ({ db }: Context, connectorName: string | undefined, own?: string) => {
  if (connectorName === undefined) return;
  const taken = await db
    .selectFrom('ssoConnectors')
    .select('id')
    .where('connectorName', '=', connectorName)
    .executeTakeFirst();
  if (taken && taken.id !== own) throw new RequestError('single_sign_on.duplicate_connector_name');
};

/** Only OpenID Connect has tokens to store. */
const refuseTokenStorage = (provider: SsoProvider, isEnabled: boolean | undefined) => {
  if (isEnabled && !provider.renewTokens)
    throw new RequestError('connector.token_storage_not_supported', { status: 400 });
};

/** A setup link reads no secrets, and must not have one sent to another provider either. */
const storedFor = ({ caller }: Context, stored: JsonObject, sent: JsonObject): JsonObject | undefined =>
  caller.setupLinkId !== undefined && stored.issuer !== sent.issuer ? undefined : stored;

type Tested = { config: JsonObject; document: SsoDocument };

const tested = async (ctx: Context, provider: SsoProvider, config: JsonObject): Promise<Tested> => ({
  config,
  document: await testConfig(ctx, provider, config),
});

const keepDocument = async (ctx: Context, id: string, provider: SsoProvider, found: Tested | undefined) => {
  if (!found) return;
  const tx = await ctx.change.transaction();
  await replaceDocument(tx, { id, provider, config: found.config }, found.document, ctx.services.clock.now());
};

export const ssoConnectorsServed = serve(ssoConnectors, {
  list: async (ctx, { query: { q } }) => {
    const rows = ctx.db.selectFrom('ssoConnectors').selectAll().orderBy('connectorName').orderBy('id');
    const matching = containing(q, ['connectorName', 'providerName']);
    return describeConnectors(ctx, await ctx.page(matching ? rows.where(matching) : rows));
  },

  create: async (ctx, { body: { providerName, connectorName, config: sent, domains, ...rest } }) => {
    const provider = ssoProvider(providerName);
    if (!provider) throw new RequestError('connector.not_found', { status: 422, values: { type: providerName } });
    const id = random.shortId();
    const checked = checkDomains(domains ?? []);
    // An empty configuration is the start of a new connector.
    const config = sent && Object.keys(sent).length > 0 ? configFrom(provider, sent) : undefined;
    await refuseTakenName(ctx, connectorName);
    refuseTokenStorage(provider, rest.enableTokenStorage);
    const found = config && (await tested(ctx, provider, config));
    const row = await ctx.change.insert('ssoConnectors', {
      ...{ id, providerName: provider.name, connectorName, domains: checked, config: found?.config ?? {} },
      ...rest,
    });
    await keepDocument(ctx, id, provider, found);
    return asStored(row);
  },

  get: async (ctx, { params: { id } }) => described(ctx, (await rowOf(ctx, id)).row),

  update: async (ctx, { params: { id }, body: { config: sent, domains, ...rest } }) => {
    const { row: before, provider } = await rowOf(ctx, id);
    const checked = domains && checkDomains(domains);
    await refuseTakenName(ctx, rest.connectorName, id);
    const config = sent && configFrom(provider, sent, storedFor(ctx, before.config as JsonObject, sent));
    refuseTokenStorage(provider, rest.enableTokenStorage);
    const found = config && (await tested(ctx, provider, config));
    const patch = { ...rest, ...(checked && { domains: checked }), ...(found && { config: found.config }) };
    let isMoved = false;
    const row = await ctx.change.update('ssoConnectors', { id }, (locked) => {
      isMoved = found !== undefined && isOtherDestination(locked.config as JsonObject, found.config);
      return patch;
    });
    if (!row) throw notFound(id);
    await keepDocument(ctx, id, provider, found);
    if (rest.enableTokenStorage === false || isMoved) await forgetTokens(ctx, { ssoConnectorId: id });
    return described(ctx, row, await ctx.change.transaction());
  },

  remove: async (ctx, { params: { id } }) => {
    if (!(await ctx.change.remove('ssoConnectors', { id }))) throw notFound(id);
    await reconcileUnmanaged(ctx, id);
  },

  usage: async (ctx, { params: { id } }) => {
    await requireSsoConnector(ctx, id);
    const [users, tokens] = await Promise.all([
      countRows(ctx.db, sql`select 1 from user_sso_identities where sso_connector_id = ${id}`),
      countRows(ctx.db, sql`select 1 from secrets where sso_connector_id = ${id}`),
    ]);
    return { users, tokens };
  },

  refresh: async (ctx, { params: { id } }) => {
    // Before the configuration, so that one that is replaced in between keeps its document.
    const stored = await storedDocument(ctx.db, id);
    const { row } = await rowOf(ctx, id);
    const { provider, config } = await findSsoConnector(ctx, id);
    const parts = { db: ctx.db, tools: ctx.services.messages.tools };
    await refreshDocument(parts, { id, provider, config }, stored).catch((error: unknown) => {
      if (asFieldError(error) === error) throw error;
    });
    return described(ctx, row);
  },

  verifyDomain: async (ctx, { params: { id, domain } }) => {
    await rowOf(ctx, id);
    const rows = await domainRows(ctx.db, domain);
    const own = rows.find(({ ssoConnectorId }) => ssoConnectorId === id);
    if (!own) throw notFound(domain);
    const finding = await lookUpDomain(ctx.services, own);
    await noteFinding(ctx.change, rows, finding, ctx.services.clock.now());
    const checked = await domainRows(await ctx.change.transaction(), domain);
    return describeDomain(ctx, checked.find(({ ssoConnectorId }) => ssoConnectorId === id) ?? own);
  },

  idpInitiatedAuthConfig: (ctx, { params: { id } }) => findIdpInitiated(ctx, id),
  replaceIdpInitiatedAuthConfig: (ctx, { params: { id }, body }) => replaceIdpInitiated(ctx, id, body),
  removeIdpInitiatedAuthConfig: (ctx, { params: { id } }) => removeIdpInitiated(ctx, id),
});

export const ssoConnectorProvidersServed = serve(ssoConnectorProviders, {
  list: ({ visit }) =>
    allSsoProviders.map(({ name: providerName, type: providerType, logo, logoDark = logo }) => ({
      ...{ providerName, providerType, logo, logoDark },
      name: ssoProviderText(providerName, 'name', visit.languages),
      description: ssoProviderText(providerName, 'description', visit.languages),
      readme: readSsoGuide(providerName),
    })),
});
