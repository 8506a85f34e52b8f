// Documents enterprise SSO connectors.
import type { ssoConnectorProviders, ssoConnectors } from '../sso-connectors.ts';
import type { ResourceDoc } from './document.ts';

const time = 1767225600000;
const notFound = 'entity.not_exists_with_id';
const configErrors = [
  'single_sign_on.invalid_domain_format',
  'single_sign_on.forbidden_domains',
  'single_sign_on.duplicated_domains',
  'single_sign_on.duplicate_connector_name',
  'connector.invalid_config',
  'connector.invalid_metadata',
  'connector.invalid_certificate',
  'connector.token_storage_not_supported',
] as const;

export const ssoConnectorsDoc: ResourceDoc<typeof ssoConnectors> = {
  title: 'Enterprise SSO connectors',
  about: 'Enterprise identity providers, selected by email domain.',
  operations: {
    list: { summary: 'Returns enterprise SSO connectors by name.' },
    create: {
      summary: 'Creates an enterprise SSO connector.',
      description: 'A configuration is tested with the identity provider before it is saved.',
      errors: ['connector.not_found', ...configErrors],
      body: { providerName: 'OIDC', connectorName: 'Acme Okta' },
    },
    get: { summary: 'Returns an enterprise SSO connector.', errors: [notFound] },
    update: {
      summary: 'Updates the given fields of an enterprise SSO connector.',
      description:
        'A new configuration is tested with the identity provider before it is saved. Turning token storage off, another client ID or another issuer deletes the stored tokens of its users.',
      errors: [notFound, ...configErrors],
      body: { connectorName: 'Acme Okta', domains: ['example.com'] },
    },
    remove: {
      summary: 'Deletes an enterprise SSO connector, with its identities and stored tokens.',
      errors: [notFound],
    },
    usage: {
      summary: 'Returns how many users and stored tokens a deletion or a change of the provider affects.',
      description: 'Each is counted up to 10,000; 10,000 means that many or more.',
      errors: [notFound],
      response: { users: 4812, tokens: 310 },
    },
    refresh: {
      summary: 'Fetches what the identity provider publishes again.',
      description: 'If it cannot be reached, the stored copy stays in use.',
      errors: [notFound, 'connector.invalid_config'],
    },
    verifyDomain: {
      summary: 'Checks the DNS record that verifies a domain.',
      errors: [notFound],
    },
    idpInitiatedAuthConfig: {
      summary: 'Returns the settings of sign-in started by the identity provider.',
      errors: [notFound],
    },
    replaceIdpInitiatedAuthConfig: {
      summary: 'Enables sign-in started by the identity provider, for SAML connectors.',
      errors: [
        notFound,
        'single_sign_on.idp_initiated_authentication_not_supported',
        'single_sign_on.idp_initiated_authentication_invalid_application_type',
        'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered',
      ],
      body: {
        autoSendAuthorizationRequest: false,
        defaultApplicationId: 'a5v9c3n0r2lw',
        clientIdpInitiatedAuthCallbackUri: 'https://app.example.com/start-sso',
      },
    },
    removeIdpInitiatedAuthConfig: {
      summary: 'Disables sign-in started by the identity provider.',
      errors: [notFound],
    },
  },
  fields: {
    id: { text: 'ID of the enterprise SSO connector.', example: 'e4b8h1u6d3zs' },
    'defaultAttributeMapping.id': { text: 'Attribute with the ID of the user.', example: 'nameID' },
    'defaultAttributeMapping.email': { text: 'Attribute with the email address.', example: 'email' },
    'defaultAttributeMapping.name': { text: 'Attribute with the name.', example: 'name' },
    providerName: {
      text: 'Type of identity provider: `OIDC`, `SAML`, `AzureAD`, `AzureAdOidc`, `GoogleWorkspace` or `Okta`.',
      example: 'OIDC',
    },
    connectorName: { text: 'Name of the connector, unique in the tenant.', example: 'Acme Okta' },
    config: {
      text: 'Configuration, by type of identity provider.',
      example: { issuer: 'https://acme.okta.com', clientId: '0oa1b2c3', clientSecret: 'kY3v' },
    },
    domains: { text: 'Email domains whose users sign in with it.', example: ['example.com'] },
    branding: { text: 'Name and logos on the sign-in pages.', example: { displayName: 'Acme' } },
    displayName: { text: 'Name on the sign-in pages.', example: 'Acme' },
    logo: { text: 'URL of the logo.', example: 'https://cdn.example.com/acme.svg' },
    darkLogo: { text: 'URL of the logo in dark mode.', example: 'https://cdn.example.com/acme-dark.svg' },
    syncProfile: {
      text: 'Whether each sign-in updates the name and avatar of the user, instead of the first one only.',
      example: false,
    },
    enableTokenStorage: { text: 'Whether tokens of the provider are stored.', example: false },
    users: { text: 'Number of users with an identity of the connector.', example: 4812 },
    tokens: { text: 'Number of users with stored tokens of the provider, which are deleted with it.', example: 310 },
    name: { text: 'Name of the type of identity provider.', example: 'Okta' },
    providerType: { text: 'Protocol.', example: 'oidc' },
    providerLogo: { text: 'Logo of the provider.', example: 'data:image/svg+xml,…' },
    providerLogoDark: { text: 'Logo of the provider in dark mode.', example: 'data:image/svg+xml,…' },
    providerConfig: 'Parsed configuration, with the endpoints that the identity provider publishes.',
    issuer: { text: 'Issuer of the ID tokens.', example: 'https://acme.okta.com' },
    authorizationEndpoint: { text: 'Authorization endpoint.', example: 'https://acme.okta.com/oauth2/v1/authorize' },
    tokenEndpoint: { text: 'Token endpoint.', example: 'https://acme.okta.com/oauth2/v1/token' },
    userinfoEndpoint: { text: 'Userinfo endpoint.', example: 'https://acme.okta.com/oauth2/v1/userinfo' },
    jwksUri: { text: 'URL of the signing keys.', example: 'https://acme.okta.com/oauth2/v1/keys' },
    scope: { text: 'Requested scopes.', example: 'openid profile email' },
    clientId: { text: 'Client ID at the provider.', example: '0oa1b2c3' },
    clientSecret: { text: 'Client secret at the provider.', example: 'kY3v' },
    defaultAttributeMapping: 'SAML attributes to read unless `config.attributeMapping` names others.',
    serviceProvider: 'Values to enter at a SAML identity provider.',
    entityId: { text: 'Entity ID.', example: 'https://auth.example.com/enterprise-sso/e4b8h1u6d3zs' },
    assertionConsumerServiceUrl: {
      text: 'URL that receives SAML responses.',
      example: 'https://auth.example.com/api/authn/single-sign-on/saml/e4b8h1u6d3zs',
    },
    identityProvider: 'What a SAML identity provider publishes.',
    signInEndpoint: { text: 'URL that receives SAML requests.', example: 'https://idp.example.com/sso' },
    x509Certificate: { text: 'Signing certificate, in PEM format.', example: '-----BEGIN CERTIFICATE-----…' },
    certificateValidFrom: {
      text: 'Start of the validity of the certificate, in milliseconds since the Unix epoch.',
      example: time,
    },
    certificateExpiresAt: { text: 'Expiry of the certificate, in milliseconds since the Unix epoch.', example: time },
    isCertificateValid: { text: 'Whether the certificate is valid today.', example: true },
    fingerprints: 'Fingerprints of the certificate.',
    sha256: 'SHA-256 fingerprint.',
    formatted: { text: 'In pairs of digits, separated by colons.', example: '3F:9A' },
    unformatted: { text: 'Digits only.', example: '3f9a' },
    certificates: 'All signing certificates.',
    providerStatus: 'Stored copy of what the identity provider publishes.',
    fetchedAt: { text: 'Time of the last successful request, in milliseconds since the Unix epoch.', example: time },
    failedAt: { text: 'Time of the last request, if it failed; the stored copy stays in use.', example: null },
    failure: { text: 'Why the last request failed, in the language of the request.', example: null },
    warnings: { text: 'What needs attention.', example: ['certificate_expires_soon'] },
    domainVerifications: 'Verification of each domain.',
    domain: { text: 'Email domain.', example: 'example.com' },
    status: { text: 'Whether the domain is verified. Unverified domains do not route users.', example: 'Pending' },
    dnsRecord: 'DNS record that verifies the domain.',
    type: { text: 'Type of the record.', example: 'TXT' },
    'dnsRecord.name': { text: 'Name of the record.', example: '_tessera-verification.example.com' },
    value: { text: 'Value of the record.', example: 'tessera-domain-verification=6f1c2b7e' },
    verifiedAt: { text: 'Time of verification, in milliseconds since the Unix epoch.', example: null },
    checkedAt: { text: 'Time of the last check, in milliseconds since the Unix epoch.', example: time },
    problem: { text: 'Why the last check failed.', example: 'The DNS record was not found.' },
    defaultApplicationId: { text: 'ID of the application that users sign in to.', example: 'a5v9c3n0r2lw' },
    authParameters: { text: 'Additional authorization parameters.', example: { scope: 'profile' } },
    autoSendAuthorizationRequest: {
      text: 'Whether we start the authorization request, instead of the application.',
      example: false,
    },
    clientIdpInitiatedAuthCallbackUri: {
      text: 'URL of the application that starts the authorization request.',
      example: 'https://app.example.com/start-sso',
    },
  },
};

export const ssoConnectorProvidersDoc: ResourceDoc<typeof ssoConnectorProviders> = {
  title: 'Enterprise SSO connector providers',
  about: 'Types of enterprise identity providers.',
  operations: {
    list: { summary: 'Returns the supported types of identity providers, in the language of the request.' },
  },
  fields: {
    providerName: { text: 'Type of identity provider.', example: 'Okta' },
    providerType: { text: 'Protocol.', example: 'oidc' },
    name: { text: 'Name of the provider.', example: 'Okta' },
    description: { text: 'Description of the provider.', example: 'Okta Workforce Identity, with OpenID Connect.' },
    logo: { text: 'Logo of the provider.', example: 'data:image/svg+xml,…' },
    logoDark: { text: 'Logo of the provider in dark mode.', example: 'data:image/svg+xml,…' },
    readme: { text: 'Connection guide, in Markdown.', example: 'Create an app integration, then copy its client ID.' },
  },
};
