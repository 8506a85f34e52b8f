// State of the Security tab in the URL: the pages of its lists.
import { laterPage } from '../../kit/list-search.ts';

const lists = ['sessions', 'grants', 'devices', 'links'] as const;
export type SecurityList = (typeof lists)[number];
export type SecuritySearch = Partial<Record<SecurityList, number>>;

export const parseSecuritySearch = (search: Record<string, unknown>): SecuritySearch =>
  Object.fromEntries(
    lists.flatMap((list) => {
      const page = laterPage(search[list]);
      return page === undefined ? [] : [[list, page]];
    }),
  );
