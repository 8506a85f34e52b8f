// State of the Security tab in the URL: the pages of its lists.
import { pagesIn } from '../../kit/list-search.ts';

export type SecuritySearch = { sessions?: number; grants?: number; devices?: number; links?: number };

export const parseSecuritySearch = (search: Record<string, unknown>): SecuritySearch =>
  pagesIn(search, 'sessions', 'grants', 'devices', 'links');
