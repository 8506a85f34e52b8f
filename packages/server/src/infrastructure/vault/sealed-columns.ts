// Columns the tenant database encrypts automatically; change records mask them. Two more are sealed by their own code:
// secrets.token_set and parts of oidc_model_instances.payload.
import type { Tables } from '../database/tables.gen.ts';

export type Kind = 'text' | 'json' | 'bytes';

const declared = {
  applicationSecrets: { value: 'text' },
  /** Claims of users, and PKCE verifiers. */
  applicationTests: { data: 'json' },
  captchaProviders: { config: 'json' },
  /** Unsaved configurations, and profiles. */
  connectorTests: { data: 'json' },
  connectors: { config: 'json' },
  /** Headers often contain a credential for the receiver. */
  hooks: { config: 'json', signingKey: 'text', previousSigningKey: 'text' },
  /** Profiles. */
  idpInitiatedSamlSessions: { assertionContent: 'json' },
  /** Messages contain codes and links. */
  mailboxMessages: { subject: 'text', content: 'text', payload: 'json' },
  /** Six digits could be brute-forced from any hash. */
  passcodes: { code: 'text' },
  samlApplicationSecrets: { privateKey: 'text' },
  /** Profiles. */
  samlRequests: { identity: 'json' },
  samlServiceProviderKeys: { privateKey: 'text' },
  /** Configurations and profiles. */
  ssoConnectorTests: { data: 'json' },
  ssoConnectors: { config: 'json' },
  /** Signing and cookie keys, cloud credentials, environment variables of scripts. */
  tenantConfigs: { value: 'json' },
  /** User files contain password hashes. */
  userImportChunks: { content: 'bytes' },
  users: { mfaVerifications: 'json' },
} as const satisfies { [T in keyof Tables]?: { [C in keyof Tables[T]]?: Kind } };

export type SealedColumn = { table: string; column: string; property: string; kind: Kind };

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const sealedColumns: readonly SealedColumn[] = Object.entries(declared).flatMap(([table, columns]) =>
  Object.entries(columns).map(([property, kind]) => ({
    table: toSnakeCase(table),
    column: toSnakeCase(property),
    property,
    kind,
  })),
);

/** By table name in the database. */
export const sealedColumnsOf: ReadonlyMap<string, SealedColumn[]> = Map.groupBy(sealedColumns, ({ table }) => table);

/** Columns with the SHA-256 of a random value, see database/digest.ts. */
export const hashedColumns: readonly string[] = [
  'application_tests.browser',
  'application_tests.start_token',
  'application_tests.state',
  'connector_tests.state',
  'idp_initiated_saml_sessions.id',
  'oidc_model_instances.id',
  'oidc_model_instances.user_code',
  'one_time_tokens.token',
  'passcodes.interaction_jti',
  'passkey_challenges.challenge',
  'passkey_challenges.interaction_id',
  'personal_access_tokens.value',
  'protected_app_sessions.id',
  'protected_app_sign_ins.browser',
  'protected_app_sign_ins.id',
  'remembered_devices.secret',
  'revoked_sso_tokens.value',
  'saml_application_sessions.browser',
  'saml_application_sessions.id',
  'saml_requests.code',
  'saml_requests.id',
  'scim_tokens.value',
  'sso_connector_tests.state',
  'sso_setup_links.value',
  'subject_tokens.id',
];
