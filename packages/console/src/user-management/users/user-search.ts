// Filters of the user list in the URL.
import { keywordQuery, type ListSearch, parseListSearch } from '../../kit/list-search.ts';
import { flagIn, given, textIn } from '../../kit/search-values.ts';

export const statuses = ['active', 'suspended'] as const;
export const factorFilters = ['any', 'none', 'Totp', 'WebAuthn'] as const;
export const passwordFilters = ['set', 'none'] as const;
/** How many days back. */
export const periods = { day: 1, week: 7, month: 30, quarter: 90 } as const;
export type Period = keyof typeof periods;

export type UserFilters = {
  status?: (typeof statuses)[number];
  mfa?: (typeof factorFilters)[number];
  password?: (typeof passwordFilters)[number];
  created?: Period;
  /** A fixed range, in the format of a date input. */
  from?: string;
  to?: string;
  application?: string;
  domain?: string;
};
export type UserSearch = ListSearch & UserFilters & { oldest?: true };

const day = 86_400_000;
const oneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((one) => one === value);
const date = (value: unknown) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined);
/** Invalid values are set to undefined, because the router keeps omitted ones from the URL. */
export const parseUserSearch = (raw: Record<string, unknown>): UserSearch =>
  ({
    ...parseListSearch(raw),
    status: oneOf(statuses, raw.status),
    mfa: oneOf(factorFilters, raw.mfa),
    password: oneOf(passwordFilters, raw.password),
    created: oneOf(Object.keys(periods) as Period[], raw.created),
    from: date(raw.from),
    to: date(raw.to),
    application: textIn(raw.application),
    domain: textIn(raw.domain),
    oldest: flagIn(raw.oldest),
  }) as UserSearch;

export const filtersOf = ({ page: _, keyword: __, oldest: ___, ...filters }: UserSearch): UserFilters => filters;

const localDay = (text: string) => new Date(`${text}T00:00`).getTime();

/** Starts at midnight, so that the query stays the same all day. */
const createdBetween = ({ created, from, to }: UserFilters) => {
  if (created) return { createdFrom: String(new Date().setHours(0, 0, 0, 0) - (periods[created] - 1) * day) };
  return {
    ...(from !== undefined && { createdFrom: String(localDay(from)) }),
    ...(to !== undefined && { createdTo: String(localDay(to) + day) }),
  };
};

/** Selects the users of all pages. */
export const userFilter = (search: UserSearch) => {
  const { keyword, status, mfa, password, application, domain } = search;
  return {
    ...given({ q: keyword, status, mfa, passwordStatus: password, signUpApplicationId: application }),
    ...given({ emailDomain: domain }),
    ...createdBetween(search),
  };
};

export const userListQuery = (search: UserSearch) => ({
  ...keywordQuery(search),
  ...userFilter(search),
  ...(search.oldest && { sort: 'createdAt' as const }),
});
