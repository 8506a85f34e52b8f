// The URLs that an identity provider has to know about this tenant.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { domainsQuery } from '../connectors/query.ts';

export const serviceUrls = (endpoint: string, connectorId: string) => ({
  callbackUrl: `${endpoint}/callback/${connectorId}`,
  assertionConsumerServiceUrl: `${endpoint}/api/authn/single-sign-on/saml/${connectorId}`,
  entityId: `${endpoint}/enterprise-sso/${connectorId}`,
});

/** The active custom domains first, then the tenant's own endpoint. */
export function useEndpoints(): string[] {
  const { api, settings } = useServices();
  const { data: domains = [] } = useQuery(domainsQuery(api));
  const active = domains.filter(({ status }) => status === 'Active').map(({ domain }) => `https://${domain}`);
  return [...active, settings.tenantEndpoint];
}
