// The interface of enterprise identity providers: configuration schema, what they publish, authorization request and
// identification.
import type { JsonObject } from '@tessera/contract/fields';
import type { SsoProviderName, SsoProviderType } from '@tessera/contract/sso-connectors';
import type { OidcProviderConfig, SamlProviderConfig, ServiceProvider } from '@tessera/contract/sso-provider-config';
import type { SsoTestStepName } from '@tessera/contract/sso-test-steps';
import type { $ZodType } from 'zod/v4/core';
import type {
  Authorization,
  AuthorizationAnswer,
  AuthorizationRequest,
  ConnectorTools,
  OneTime,
  SocialUser,
  TokenSet,
} from '../connector.ts';
import type { SsoDiagnosis, SsoNote, SsoTrace } from './sso-trace.ts';

/** What the identity provider publishes, as stored: for OpenID Connect discovery and keys, for SAML the metadata. */
export type SsoDocument = JsonObject;

/** A connector as its provider sees it. `config` is parsed by the provider's schema. */
export type SsoConnection = {
  connectorId: string;
  config: unknown;
  document: SsoDocument;
  serviceProvider: ServiceProvider;
  /** A newer copy of the document, for a key or certificate that the stored one doesn't have. */
  latestDocument: () => Promise<SsoDocument>;
  /** For signed requests and encrypted assertions of SAML; made when first needed. In PEM format. */
  serviceProviderKey: () => Promise<ServiceProviderKey>;
};
export type ServiceProviderKey = { privateKey: string; certificate: string };

export type SsoIdentity = {
  user: SocialUser;
  tokens?: TokenSet | undefined;
  /** Of a SAML assertion. */
  oneTime?: OneTime;
};

export type SsoProvider = {
  name: SsoProviderName;
  type: SsoProviderType;
  logo: string;
  logoDark?: string;
  config: $ZodType;
  /** Identifies where the document comes from; a copy from elsewhere is not used. */
  sourceOf: (config: unknown) => string;
  /** Fetches the document, or reads it from the configuration. Throws an SsoConfigError if a field is wrong. */
  loadDocument: (config: unknown, tools: ConnectorTools, trace?: SsoTrace) => Promise<SsoDocument>;
  /** When the last signing certificate expires; undefined if keys do not expire. */
  certificateExpiryOf: (document: SsoDocument) => number | undefined;
  /** Issuer and subject together identify a user. */
  issuerOf: (config: unknown, document: SsoDocument) => string;
  /** Whether the issuer also has users of other companies, so that signing in proves no membership. */
  isShared: (document: SsoDocument) => boolean;
  /** The parsed preview; both are undefined until the connector is configured. */
  describe: (
    config: unknown,
    document: SsoDocument | undefined,
    serviceProvider: ServiceProvider,
    now: number,
  ) => OidcProviderConfig | SamlProviderConfig | undefined;
  authorize: (
    request: Omit<AuthorizationRequest, 'keepsSession' | 'userAgent'>,
    connection: SsoConnection,
    tools: ConnectorTools,
  ) => Promise<Authorization>;
  identify: (
    answer: Omit<AuthorizationAnswer, 'keepsTokens'>,
    connection: SsoConnection,
    tools: ConnectorTools,
    trace?: SsoTrace,
  ) => Promise<SsoIdentity>;
  /** Only for SAML: the ID of the request that a response claims to answer. Nothing about it is verified yet. */
  claimedRequest?: (response: string) => Promise<string | undefined>;
  /** The problem of a failed step of a connection test. */
  diagnose: (step: SsoTestStepName, error: unknown, note: SsoNote, config: unknown) => SsoDiagnosis;
  /** Only if tokens can be stored. */
  renewTokens?: (refreshToken: string, connection: SsoConnection, tools: ConnectorTools) => Promise<TokenSet>;
};

export type SsoConfigCode = 'invalid_config' | 'invalid_metadata' | 'invalid_certificate';
/** Named like the text of the field error. */
export const ssoConfigProblems = [
  ...['unreachable', 'not_found', 'not_discovery', 'insecure_endpoint', 'issuer_mismatch', 'issuer_too_long'],
  ...['no_keys', 'not_metadata', 'no_certificate', 'not_certificate', 'too_many_certificates'],
] as const;
export type SsoConfigProblem = (typeof ssoConfigProblems)[number];
/** Identities are stored with their issuer. */
export const longestIssuer = 256;

/** Reported as `connector.<code>` on `config.<field>`. */
export class SsoConfigError extends Error {
  readonly code: SsoConfigCode;
  readonly field: string;
  readonly problem: SsoConfigProblem;
  /** What was found instead. */
  readonly found: string;
  constructor(
    code: SsoConfigCode,
    {
      field,
      problem,
      found = '',
      cause,
    }: { field: string; problem: SsoConfigProblem; found?: string; cause?: unknown },
  ) {
    super(`${field}: ${problem} ${found}`.trim(), { cause });
    this.name = 'SsoConfigError';
    this.code = code;
    this.field = field;
    this.problem = problem;
    this.found = found;
  }
}
