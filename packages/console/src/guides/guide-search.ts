// The guide that is open beside a page, as the address says it.
export const parseGuideSearch = ({ guide }: Record<string, unknown>): { guide?: string } =>
  typeof guide === 'string' ? { guide } : {};
