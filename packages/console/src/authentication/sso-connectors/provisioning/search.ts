// State of the Provisioning tab in the URL.
import type { ProvisioningSearch } from './query.ts';

const laterPage = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
};

export const parseProvisioningSearch = (search: Record<string, unknown>): ProvisioningSearch => {
  const page = laterPage(search.page);
  const mappings = laterPage(search.mappings);
  return {
    ...(page !== undefined && { page }),
    ...(mappings !== undefined && { mappings }),
    ...(search.result === 'failed' && { result: 'failed' }),
  };
};
