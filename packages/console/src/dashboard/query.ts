// What the dashboard asks the server for.
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '../app/api.ts';

const inPanel = { meta: { panel: true } };

export const totalQuery = (api: Api) => ({ ...api.management.query('/dashboard/users/total'), ...inPanel });
export const newUsersQuery = (api: Api) => ({ ...api.management.query('/dashboard/users/new'), ...inPanel });

/** While another day is on its way, the one before stays. */
export const activeQuery = (api: Api, date: string | undefined) => ({
  ...api.management.query('/dashboard/users/active', { query: { ...(date !== undefined && { date }) } }),
  ...inPanel,
  placeholderData: keepPreviousData,
});
