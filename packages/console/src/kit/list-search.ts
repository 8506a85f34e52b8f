// List state in the URL. Hand-written rather than using a schema, because it is in the initial bundle.
export type ListSearch = { page?: number; keyword?: string };

export const pageSize = 20;

export function parseListSearch({ page, keyword }: Record<string, unknown>): ListSearch {
  const number = Number(page);
  return {
    ...(Number.isSafeInteger(number) && number > 1 && { page: number }),
    ...(typeof keyword === 'string' && keyword !== '' && { keyword }),
  };
}

/** For lists with a plain keyword search. */
export const keywordQuery = ({ page = 1, keyword }: ListSearch) => ({
  page: String(page),
  page_size: String(pageSize),
  ...(keyword !== undefined && { q: keyword }),
});

/** A LIKE pattern that matches the keyword anywhere. */
export const patternOf = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

/** Query parameters for lists whose search is a pattern. */
export const listQuery = ({ page = 1, keyword }: ListSearch) => ({
  page: String(page),
  page_size: String(pageSize),
  ...(keyword !== undefined && { search: patternOf(keyword) }),
});
