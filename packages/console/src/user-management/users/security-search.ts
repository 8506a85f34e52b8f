// State of the Security tab in the URL.
import { laterPage } from '../../kit/list-search.ts';

/** The page of the applications with access. */
export type SecuritySearch = { grants?: number };

export const parseSecuritySearch = (search: Record<string, unknown>): SecuritySearch => {
  const grants = laterPage(search.grants);
  return grants === undefined ? {} : { grants };
};
