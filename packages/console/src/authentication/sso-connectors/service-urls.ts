// The URLs that an identity provider has to know about this tenant.
import { useServices } from '../../app/services.tsx';
import { useEndpoints } from '../connectors/endpoints.ts';

const valuesOf = (endpoint: string, connectorId: string) => ({
  callbackUrl: `${endpoint}/callback/${connectorId}`,
  assertionConsumerServiceUrl: `${endpoint}/api/authn/single-sign-on/saml/${connectorId}`,
  entityId: `${endpoint}/enterprise-sso/${connectorId}`,
});

/** For each domain of the tenant; a SAML provider knows only the tenant's own endpoint. */
export const useServiceUrls = ({ id, providerType }: { id: string; providerType: 'oidc' | 'saml' }) => {
  const { settings } = useServices();
  const endpoints = useEndpoints();
  return (providerType === 'saml' ? [settings.tenantEndpoint] : endpoints).map((endpoint) => ({
    endpoint,
    ...valuesOf(endpoint, id),
  }));
};
