// State of the Provisioning tab in the URL.
import { pagesIn } from '../../../kit/list-search.ts';
import type { ProvisioningSearch } from './query.ts';

export const parseProvisioningSearch = (search: Record<string, unknown>): ProvisioningSearch => ({
  ...pagesIn(search, 'page', 'mappings'),
  ...(search.result === 'failed' && { result: 'failed' }),
});
