// A table with paging in a card, and its states.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../kit/error-state.tsx';
import { type Column, ListTableSkeleton } from '../../../kit/list-table.tsx';
import { PagedRows } from '../../../kit/paged-rows.tsx';
import classes from './provisioning.module.css';
import type { ProvisioningSearch } from './query.ts';

type Props<T> = {
  title: string;
  query: UseQueryResult<{ items: T[]; total: number }>;
  columns: readonly Column<T>[];
  search: ProvisioningSearch;
  /** The parameter of the URL with the page. */
  parameter: 'page' | 'mappings';
  empty: ReactNode;
};

export function PagedTable<T extends { id: string }>({ title, query, columns, search, parameter, empty }: Props<T>) {
  const { data, error, isPlaceholderData, refetch } = query;
  const { [parameter]: page = 1 } = search;
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <ListTableSkeleton title={title} columns={columns} rows={3} />;
  }
  if (data.total === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <PagedRows
      title={title}
      data={data}
      columns={columns}
      page={page}
      parameter={parameter}
      stale={isPlaceholderData}
    />
  );
}
