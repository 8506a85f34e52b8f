// The URLs that an identity provider has to know about this tenant.
export const serviceUrls = (endpoint: string, connectorId: string) => ({
  callbackUrl: `${endpoint}/callback/${connectorId}`,
  assertionConsumerServiceUrl: `${endpoint}/api/authn/single-sign-on/saml/${connectorId}`,
  entityId: `${endpoint}/enterprise-sso/${connectorId}`,
});
