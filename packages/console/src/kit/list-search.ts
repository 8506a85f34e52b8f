// List state in the URL. Hand-written rather than using a schema, because it is in the initial bundle.
export type ListSearch = { page?: number; keyword?: string };

export const pageSize = 20;

/** The first page has no parameter. */
export const laterPage = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
};

export function parseListSearch({ page: given, keyword }: Record<string, unknown>): ListSearch {
  const page = laterPage(given);
  return {
    ...(page !== undefined && { page }),
    ...(typeof keyword === 'string' && keyword !== '' && { keyword }),
  };
}

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
