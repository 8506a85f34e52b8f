// The discovery document at the domain that the administrator has chosen for all URLs of the page.
import { useServices } from '../../app/services.tsx';
import { useDomainChoice } from '../connectors/domain-choice.tsx';
import type { ApplicationData } from './application.ts';
import { discoveryAt } from './query.ts';

export function useDomain(discovery: ApplicationData['discovery']) {
  const { settings } = useServices();
  const { endpoint, domainField } = useDomainChoice();
  return { endpoint, domainField, discovery: discoveryAt(discovery, settings.tenantEndpoint, endpoint) };
}
export type Domain = ReturnType<typeof useDomain>;
