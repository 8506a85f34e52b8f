// The rows of a list that is part of a page, with its pager. A page beyond the last one leads to the last.
import { Navigate } from '@tanstack/react-router';
import { pageSize } from './list-search.ts';
import { type Column, ListTable } from './list-table.tsx';
import { inPage, Pager } from './pager.tsx';

type Props<T> = {
  title: string;
  data: { items: readonly T[]; total: number };
  columns: readonly Column<T>[];
  page: number;
  /** Name of the page's parameter in the URL. */
  parameter: string;
  /** The rows are of the page before, and new ones are loading. */
  stale: boolean;
};

export function PagedRows<T extends { id: string }>({ title, data, columns, page, parameter, stale }: Props<T>) {
  const { items, total } = data;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) {
    return <Navigate to="." search={inPage(parameter, pages) as never} resetScroll={false} replace />;
  }
  return (
    <>
      <ListTable title={title} items={items} columns={columns} rowKey={({ id }) => id} stale={stale} />
      <Pager page={page} pages={pages} total={total} parameter={parameter} list={title} />
    </>
  );
}
