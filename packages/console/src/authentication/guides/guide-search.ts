// The open guide in the URL.
export const parseGuideSearch = ({ guide }: Record<string, unknown>): { guide?: string } =>
  typeof guide === 'string' ? { guide } : {};
