// A list inside a page: search, table and pages, with every state a list can be in.
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { type ListSearch, pageSize } from './list-search.ts';
import classes from './list-section.module.css';
import { type Column, ListTable, ListTableSkeleton } from './list-table.tsx';
import { NothingIllustration } from './nothing-illustration.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';

export type ListProps<T> = {
  /** What the table is called. */
  title: string;
  /** Without one, there is no search. */
  searchLabel?: string;
  search: ListSearch;
  query: UseQueryResult<{ items: T[]; total: number }>;
  columns: readonly Column<T>[];
  rowKey: (item: T) => string;
  /** Shown when there is nothing at all; nothing found by a search is said by the kit. */
  empty: ReactNode;
};

type SectionProps<T> = ListProps<T> & {
  /** They stand beside the search; what creates the first one belongs into `empty`, too. */
  actions?: ReactNode;
};

/** Below the tabs of a page. */
export function ListSection<T>(props: SectionProps<T>) {
  return (
    <div className={classes.section}>
      <ListContent {...props} />
    </div>
  );
}

export function ListContent<T>(props: SectionProps<T>) {
  const { title, searchLabel, actions, search, query, columns, rowKey, empty } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { page = 1, keyword } = search;
  const find = (text: string) =>
    void navigate({ to: '.', search: text === '' ? {} : { keyword: text }, replace: true });
  const isEmpty = query.data?.total === 0 && keyword === undefined;
  const hasTools = !isEmpty && (searchLabel !== undefined || actions !== undefined);

  return (
    <>
      {hasTools && (
        <div className={classes.tools}>
          {searchLabel !== undefined && <SearchBox label={searchLabel} value={keyword ?? ''} onSearch={find} />}
          {actions}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {query.data && keyword !== undefined ? t('list.results', { count: query.data.total }) : ''}
      </p>
      {content()}
    </>
  );

  function content() {
    const { data, error, isPlaceholderData, refetch } = query;
    if (!data) {
      if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
      return <ListTableSkeleton title={title} columns={columns} />;
    }
    if (data.total === 0) {
      if (keyword === undefined) return empty;
      return (
        <EmptyState
          illustration={<NothingIllustration />}
          title={t('list.nothing_found')}
          text={t('list.nothing_found_text', { search: keyword })}
          action={
            <Button variant="default" onClick={() => find('')}>
              {t('list.clear_search')}
            </Button>
          }
        />
      );
    }
    const pages = Math.ceil(data.total / pageSize);
    if (page > pages) return <Navigate to="." search={{ ...search, page: pages }} replace />;
    return (
      <>
        <ListTable title={title} columns={columns} items={data.items} rowKey={rowKey} stale={isPlaceholderData} />
        <Pager page={page} pages={pages} total={data.total} />
      </>
    );
  }
}
