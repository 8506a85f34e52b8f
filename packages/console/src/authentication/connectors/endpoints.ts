// The endpoints of the tenant that a provider can be told.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { domainsQuery } from './query.ts';

/** The active custom domains first, then the tenant's own endpoint. */
export function useEndpoints(): string[] {
  const { api, settings } = useServices();
  const { data: domains = [] } = useQuery(domainsQuery(api));
  const active = domains.filter(({ status }) => status === 'Active').map(({ domain }) => `https://${domain}`);
  return [...active, settings.tenantEndpoint];
}
