// The table of a list. On narrow screens a row becomes a small block: the first cell, and the others below it.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list-table.module.css';

export type Column<T> = { key: string; title: string; width: string; cell: (item: T) => ReactNode };

/** For the link in the first cell: a click anywhere on the row follows it. */
export const rowLink = classes.rowLink;

type FrameProps<T> = { title: string; columns: readonly Column<T>[]; busy: boolean; children: ReactNode };

function Frame<T>({ title, columns, busy, children }: FrameProps<T>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-busy={busy}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, width }) => (
              <th key={key} scope="col" style={{ width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

type Props<T> = {
  title: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  rowKey: (item: T) => string;
  /** These are the rows of before, shown until the new ones arrive. */
  stale: boolean;
};

export function ListTable<T>({ title, columns, items, rowKey, stale }: Props<T>) {
  return (
    <Frame title={title} columns={columns} busy={stale}>
      {items.map((item) => (
        <tr key={rowKey(item)}>
          {columns.map(({ key, cell }) => (
            <td key={key}>{cell(item)}</td>
          ))}
        </tr>
      ))}
    </Frame>
  );
}

const skeletonRows = [62, 48, 70, 55, 66, 44, 58, 50];

type SkeletonProps<T> = { title: string; columns: readonly Column<T>[]; rows?: number };

export function ListTableSkeleton<T>({ title, columns, rows = skeletonRows.length }: SkeletonProps<T>) {
  const { t } = useTranslation();
  return (
    <Frame title={`${title}: ${t('general.loading')}`} columns={columns} busy>
      {skeletonRows.slice(0, rows).map((width) => (
        <tr key={width}>
          {columns.map(({ key }, index) => (
            <td key={key}>
              <Skeleton height={12} width={`${width - index * 6}%`} className={classes.skeleton} />
            </td>
          ))}
        </tr>
      ))}
    </Frame>
  );
}
