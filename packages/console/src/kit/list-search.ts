// List state in the URL.
import { given, textIn, wholeIn } from './search-values.ts';

export type ListSearch = { page?: number; keyword?: string };

export const pageSize = 20;

/** The pages of lists, by their parameters. The first page has none. */
export const pagesIn = <T extends string>(search: Record<string, unknown>, ...lists: T[]) =>
  given(Object.fromEntries(lists.map((list) => [list, wholeIn(search[list], 2)])) as Record<T, number | undefined>);

export const parseListSearch = (search: Record<string, unknown>): ListSearch => ({
  ...pagesIn(search, 'page'),
  ...given({ keyword: textIn(search.keyword) }),
});

export const pageQuery = (page: number) => ({ page: String(page), page_size: String(pageSize) });

/** For lists with a plain keyword search. */
export const keywordQuery = ({ page = 1, keyword }: ListSearch) => ({
  ...pageQuery(page),
  ...(keyword !== undefined && { q: keyword }),
});

/** A LIKE pattern that matches the keyword anywhere. */
export const patternOf = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

/** Query parameters for lists whose search is a pattern. */
export const listQuery = ({ page = 1, keyword }: ListSearch) => ({
  ...pageQuery(page),
  ...(keyword !== undefined && { search: patternOf(keyword) }),
});
