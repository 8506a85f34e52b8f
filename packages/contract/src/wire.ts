// All wire names with the vendor's namespace are derived here. A tenant that migrates from another implementation of
// the same protocol sets WIRE_NAMESPACE to what its client libraries expect.

export type Wire = ReturnType<typeof wireNames>;

export const wireNames = (namespace: string) => ({
  namespace,
  requestIdHeader: `${namespace.charAt(0).toUpperCase()}${namespace.slice(1)}-Core-Request-Id`,
  verificationIdHeader: `${namespace}-verification-id`,
  signatureHeader: `${namespace}-signature-sha-256`,
  previousSignatureHeader: `${namespace}-signature-sha-256-previous`,
  deliveryIdHeader: `${namespace}-delivery-id`,
  deliveryTimeHeader: `${namespace}-delivery-timestamp`,
  /** From the gateway to the origin of a protected application. */
  identityHeader: `${namespace}-identity`,
  gatewayCookie: `_${namespace}_gateway`,
  gatewaySignInCookie: `_${namespace}_gateway_sign_in`,
  uiCookie: `_${namespace}`,
  oneTapCookie: `_${namespace}_google_one_tap_credential`,
  organizationsScope: `urn:${namespace}:scope:organizations`,
  organizationRolesScope: `urn:${namespace}:scope:organization_roles`,
  organizationsResource: `urn:${namespace}:resource:organizations`,
  organizationAudience: (id: string) => `urn:${namespace}:organization:${id}`,
  personalAccessTokenType: `urn:${namespace}:token-type:personal_access_token`,
  managementResource: (tenantId: string) => `https://${tenantId}.${namespace}.app/api`,
  isManagementResource: (indicator: string) =>
    indicator.startsWith('https://') && indicator.endsWith(`.${namespace}.app/api`),
  meResource: `https://admin.${namespace}.app/me`,
  cloudResource: `https://cloud.${namespace}.io/api`,
  storageKey: (name: string) => `${namespace}:admin_console:${name}`,
  themingClass: (name: string) => `${namespace}_${name}`,
});
