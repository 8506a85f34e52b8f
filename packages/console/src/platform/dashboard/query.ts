// Dashboard queries.
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '../../app/api.ts';
import type { DashboardSearch } from './days.ts';

const inPanel = { meta: { panel: true } };

export const totalQuery = (api: Api) => ({ ...api.management.query('/dashboard/users/total'), ...inPanel });
export const newUsersQuery = (api: Api) => ({ ...api.management.query('/dashboard/users/new'), ...inPanel });

export const signInsQuery = (api: Api, { date, days }: DashboardSearch) => ({
  ...api.management.query('/dashboard/sign-ins', {
    query: { ...(date !== undefined && { date }), ...(days !== undefined && { days: String(days) }) },
  }),
  ...inPanel,
  placeholderData: keepPreviousData,
});

/** Keeps the previous data while another day loads. */
export const activeQuery = (api: Api, date: string | undefined) => ({
  ...api.management.query('/dashboard/users/active', { query: { ...(date !== undefined && { date }) } }),
  ...inPanel,
  placeholderData: keepPreviousData,
});
