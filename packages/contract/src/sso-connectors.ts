// Enterprise SSO connectors: a company's own identity provider, selected by email domain.
import * as z from 'zod/mini';
import { connectorUsage } from './connectors.ts';
import { secret } from './field-rules.ts';
import { jsonObject, pageQuery, searched, text, timestamp, webUrl } from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { oidcProviderConfig, samlProviderConfig } from './sso-provider-config.ts';

/** Standard protocols first. */
export const ssoProviderNames = ['OIDC', 'SAML', 'AzureAD', 'AzureAdOidc', 'GoogleWorkspace', 'Okta'] as const;
export type SsoProviderName = (typeof ssoProviderNames)[number];
export const ssoProviderTypes = ['oidc', 'saml'] as const;
export type SsoProviderType = (typeof ssoProviderTypes)[number];

const providerType = z.enum(ssoProviderTypes);

export const ssoBranding = z.object({
  displayName: z.optional(text(1, 128)),
  logo: z.optional(webUrl),
  darkLogo: z.optional(webUrl),
});

/** Without its configuration, which contains secrets. */
export const ssoConnectorSummary = z.object({
  tenantId: z.string(),
  id: z.string(),
  providerName: z.string(),
  connectorName: z.string(),
  domains: z.array(z.string()),
  branding: jsonObject,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
  createdAt: timestamp,
});
export type SsoConnectorSummary = z.output<typeof ssoConnectorSummary>;

export const isSecretSsoEntry = (_: unknown, name: string): boolean => name === 'clientSecret';
const config = secret(jsonObject, { readBy: 'managers', isSecretEntry: isSecretSsoEntry });

const storedSsoConnector = z.extend(ssoConnectorSummary, { config });
export type StoredSsoConnector = z.output<typeof storedSsoConnector>;

/** A DNS record proves that the tenant may sign in users of a domain. */
export const domainVerification = z.object({
  domain: z.string(),
  /** `NotRequired`: the operator has turned verification off. */
  status: z.enum(['Verified', 'Pending', 'NotRequired']),
  dnsRecord: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
  verifiedAt: z.nullable(timestamp),
  checkedAt: z.nullable(timestamp),
  /** Why the last check failed, in the caller's language. */
  problem: z.nullable(z.string()),
});
export type DomainVerification = z.output<typeof domainVerification>;

export const ssoWarnings = ['unreachable', 'certificate_expires_soon', 'certificate_expired'] as const;
export type SsoWarning = (typeof ssoWarnings)[number];

/** The stored copy of what the identity provider publishes. */
export const providerStatus = z.object({
  /** When the copy was last confirmed. */
  fetchedAt: z.nullable(timestamp),
  /** Set while the provider can't be reached; the copy stays in use. */
  failedAt: z.nullable(timestamp),
  failure: z.nullable(z.string()),
  /** When the last of its signing certificates expires. */
  certificateExpiresAt: z.nullable(timestamp),
  warnings: z.array(z.enum(ssoWarnings)),
});
export type ProviderStatus = z.output<typeof providerStatus>;

export const ssoConnector = z.extend(storedSsoConnector, {
  name: z.string(),
  providerType,
  providerLogo: z.string(),
  providerLogoDark: z.string(),
  /** Missing until the configuration is complete and the provider has answered once. */
  providerConfig: z.optional(z.union([oidcProviderConfig, samlProviderConfig])),
  providerStatus,
  domainVerifications: z.array(domainVerification),
});
export type SsoConnector = z.output<typeof ssoConnector>;

export const ssoConnectorProvider = z.object({
  providerName: z.enum(ssoProviderNames),
  providerType,
  name: z.string(),
  description: z.string(),
  logo: z.string(),
  logoDark: z.string(),
  readme: z.string(),
});
export type SsoConnectorProvider = z.output<typeof ssoConnectorProvider>;

export const idpInitiatedAuthConfig = z.object({
  tenantId: z.string(),
  connectorId: z.string(),
  defaultApplicationId: z.string(),
  redirectUri: z.nullable(z.string()),
  authParameters: jsonObject,
  autoSendAuthorizationRequest: z.boolean(),
  clientIdpInitiatedAuthCallbackUri: z.nullable(z.string()),
  createdAt: timestamp,
});
export type IdpInitiatedAuthConfig = z.output<typeof idpInitiatedAuthConfig>;

const parameterValue = z.string().check(z.maxLength(2048));
const newIdpInitiatedAuthConfig = z.discriminatedUnion('autoSendAuthorizationRequest', [
  z.object({
    autoSendAuthorizationRequest: z.literal(false),
    defaultApplicationId: text(1, 23),
    clientIdpInitiatedAuthCallbackUri: webUrl,
  }),
  z.object({
    autoSendAuthorizationRequest: z.literal(true),
    defaultApplicationId: text(1, 23),
    redirectUri: z.optional(z.nullable(text(1, 2048))),
    authParameters: z.optional(z.record(text(1, 128), parameterValue)),
  }),
]);
export type NewIdpInitiatedAuthConfig = z.output<typeof newIdpInitiatedAuthConfig>;

const connectorName = text(1, 128);
const own = {
  config: z.optional(secret(jsonObject, { readBy: 'managers' })),
  /** Stored in lower case. */
  domains: z.optional(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(100))),
  branding: z.optional(ssoBranding),
  syncProfile: z.optional(z.boolean()),
  enableTokenStorage: z.optional(z.boolean()),
};
const idpInitiated = '/sso-connectors/:id/idp-initiated-auth-config';

export const ssoConnectors = resource('sso-connectors', 'management', {
  list: get('/sso-connectors', {
    query: z.object({ ...pageQuery, ...searched }),
    response: z.array(ssoConnector),
    paged: 'optional',
    limits: ['searches'],
    reveals: true,
  }),
  create: post('/sso-connectors', {
    body: z.object({ providerName: text(1, 128), connectorName, ...own }),
    response: storedSsoConnector,
    reveals: true,
    quota: 'enterpriseSsoLimit',
    change: 'sso-connector.created',
  }),
  get: get('/sso-connectors/:id', {
    response: ssoConnector,
    reveals: true,
    setupLink: { connector: 'id' },
    versioned: ['connectorName', 'config', 'domains', 'branding', 'syncProfile', 'enableTokenStorage'],
  }),
  update: patch('/sso-connectors/:id', {
    body: z.object({ connectorName: z.optional(connectorName), ...own }),
    response: ssoConnector,
    reveals: true,
    setupLink: { connector: 'id', fields: ['config'] },
    change: 'sso-connector.updated',
  }),
  remove: del('/sso-connectors/:id', { change: 'sso-connector.deleted' }),
  /** What a deletion, or a change of the provider, affects. */
  usage: get('/sso-connectors/:id/usage', { response: connectorUsage, setupLink: { connector: 'id' } }),
  /** Fetches what the identity provider publishes now, instead of in the background. */
  refresh: post('/sso-connectors/:id/refresh', {
    response: ssoConnector,
    reveals: true,
    setupLink: { connector: 'id' },
    change: 'none',
    limits: ['attempts'],
  }),
  verifyDomain: post('/sso-connectors/:id/domains/:domain/verification', {
    response: domainVerification,
    setupLink: { connector: 'id' },
    change: 'sso-connector.domain-verified',
    limits: ['attempts'],
  }),
  idpInitiatedAuthConfig: get(idpInitiated, { response: idpInitiatedAuthConfig }),
  replaceIdpInitiatedAuthConfig: put(idpInitiated, {
    body: newIdpInitiatedAuthConfig,
    response: idpInitiatedAuthConfig,
    quota: 'idpInitiatedSsoEnabled',
    change: 'sso-connector.idp-initiated-auth-config-replaced',
  }),
  removeIdpInitiatedAuthConfig: del(idpInitiated, { change: 'sso-connector.idp-initiated-auth-config-deleted' }),
});

export const ssoConnectorProviders = resource('sso-connector-providers', 'management', {
  list: get('/sso-connector-providers', { response: z.array(ssoConnectorProvider), setupLink: {} }),
});
