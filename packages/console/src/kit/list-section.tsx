// A list inside a page: search, table, paging and all states.
import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate, useMatch, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './error-state.tsx';
import { useRememberedList } from './list-memory.tsx';
import { type ListSearch, pageSize as usualPageSize } from './list-search.ts';
import classes from './list-section.module.css';
import { type Column, ListTable, ListTableSkeleton, type Selection } from './list-table.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';

export type ListProps<T> = {
  /** Accessible name of the table. */
  title: string;
  /** Without it, there is no search field. */
  searchLabel?: string;
  search: ListSearch;
  query: UseQueryResult<{ items: T[]; total: number }>;
  columns: readonly Column<T>[];
  rowKey: (item: T) => string;
  /** Content of an expanded row. */
  details?: (item: T) => ReactNode;
  /** Entries per page, if not the usual number. */
  pageSize?: number;
  /** Shown when the list has no items at all; empty search results are handled by the kit. */
  empty: ReactNode;
  /** Additional filters. */
  filters?: {
    bar: ReactNode;
    /** Descriptions of the active filters, for the empty result. */
    active: readonly string[];
    onClear: () => void;
  };
  /** The number of results, shown next to the filters. */
  tally?: ReactNode;
  selection?: Selection<T>;
};

type SectionProps<T> = ListProps<T> & {
  /** Shown next to the search, also without items; repeat the one that creates an item in `empty`. */
  actions?: ReactNode;
};

/** Layout below a page's tabs. */
export function ListSection<T>(props: SectionProps<T>) {
  return (
    <div className={classes.section}>
      <ListContent {...props} />
    </div>
  );
}

export function ListContent<T>(props: SectionProps<T>) {
  const { title, searchLabel, actions, search, query, columns, rowKey, empty, filters, tally, selection } = props;
  const { details, pageSize = usualPageSize } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { page = 1, keyword } = search;
  useRememberedList(useMatch({ strict: false, select: ({ pathname }) => pathname }), search);
  const find = (text: string) => {
    const { page: _, keyword: __, ...others } = search;
    void navigate({ to: '.', search: (text === '' ? others : { ...others, keyword: text }) as never, replace: true });
  };
  const isNarrowed = keyword !== undefined || (filters !== undefined && filters.active.length > 0);
  const isEmpty = query.data?.total === 0 && !isNarrowed;
  const hasTools = Boolean(actions) || (searchLabel !== undefined && !isEmpty);

  return (
    <>
      {hasTools && (
        <div className={classes.tools}>
          {!isEmpty && (
            <>
              {searchLabel !== undefined && <SearchBox label={searchLabel} value={keyword ?? ''} onSearch={find} />}
              {filters?.bar}
              {tally !== undefined && <span className={classes.tally}>{tally}</span>}
            </>
          )}
          {actions}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {query.data && isNarrowed ? t('list.results', { count: query.data.total }) : ''}
      </p>
      {content()}
    </>
  );

  function content() {
    const { data, error, isPlaceholderData, refetch } = query;
    if (!data) {
      if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
      return <ListTableSkeleton title={title} columns={columns} compact={false} selectable={selection !== undefined} />;
    }
    if (data.total === 0) {
      if (!isNarrowed) return empty;
      return (
        <NothingFound
          search={keyword}
          {...(keyword !== undefined && { onClear: () => find('') })}
          {...(filters && { filters })}
        />
      );
    }
    const pages = Math.ceil(data.total / pageSize);
    if (page > pages) return <Navigate to="." search={{ ...search, page: pages } as never} replace />;
    return (
      <>
        <ListTable
          title={title}
          columns={columns}
          items={data.items}
          rowKey={rowKey}
          details={details}
          compact={false}
          stale={isPlaceholderData}
          {...(selection && { selection })}
        />
        <Pager page={page} pages={pages} total={data.total} pageSize={pageSize} />
      </>
    );
  }
}
