// The endpoints of the tenant that a provider can be told.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { domainsQuery } from './query.ts';

/** The active custom domains first, then the tenant's own endpoint. */
export function useEndpoints(): string[] {
  const { api, settings } = useServices();
  const { data: domains = [] } = useQuery(domainsQuery(api));
  const active = domains.filter(({ status }) => status === 'Active');
  return [...active.map(({ domain }) => onDomain(domain, settings.tenantEndpoint)), settings.tenantEndpoint];
}

/** Custom domains have the scheme and port of the tenant's own endpoint. */
const onDomain = (domain: string, tenantEndpoint: string): string => {
  const { protocol, port } = new URL(tenantEndpoint);
  return `${protocol}//${domain}${port && `:${port}`}`;
};
