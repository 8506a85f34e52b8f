// The state of a list that stands in its address. Written by hand, since it is part of the first download.
export type ListSearch = { page?: number; keyword?: string };

export const pageSize = 20;

export function parseListSearch({ page, keyword }: Record<string, unknown>): ListSearch {
  const number = Number(page);
  return {
    ...(Number.isSafeInteger(number) && number > 1 && { page: number }),
    ...(typeof keyword === 'string' && keyword !== '' && { keyword }),
  };
}

/** For lists that take a keyword as it is. */
export const keywordQuery = ({ page = 1, keyword }: ListSearch) => ({
  page: String(page),
  page_size: String(pageSize),
  ...(keyword !== undefined && { q: keyword }),
});

/** The same state as the server wants it; its search is a pattern. */
export const listQuery = ({ page = 1, keyword }: ListSearch) => ({
  page: String(page),
  page_size: String(pageSize),
  ...(keyword !== undefined && { search: `%${keyword}%` }),
});
