// State of the Provisioning tab in the URL.
import { laterPage } from '../../../kit/list-search.ts';
import type { ProvisioningSearch } from './query.ts';

export const parseProvisioningSearch = (search: Record<string, unknown>): ProvisioningSearch => {
  const page = laterPage(search.page);
  const mappings = laterPage(search.mappings);
  return {
    ...(page !== undefined && { page }),
    ...(mappings !== undefined && { mappings }),
    ...(search.result === 'failed' && { result: 'failed' }),
  };
};
