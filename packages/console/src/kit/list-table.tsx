// The table of a list. When narrow, low-priority columns are hidden; below 700 px each row becomes a card.
import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list-table.module.css';

export type Column<T> = {
  /** The columns `actions` and `menu` get no label on a card. */
  key: string;
  title: string;
  /** Share of the table's width. The first column takes the rest, and actions have a fixed width. */
  width?: string;
  /** Columns from 4 up are hidden in narrow tables, highest number first. Cards show everything. */
  priority?: 1 | 2 | 3 | 4 | 5 | 6;
  /** Makes the column sortable. */
  sort?: { direction: 'ascending' | 'descending'; onToggle: () => void };
  cell: (item: T) => ReactNode;
};

/** Rows can be selected by a checkbox in front. */
export type Selection<T> = {
  isSelected: (item: T) => boolean;
  onToggle: (items: readonly T[], isSelected: boolean) => void;
  /** Accessible names of the checkboxes. */
  label: (item: T) => string;
  pageLabel: string;
};

/** Class of the link in the first cell, which makes the whole row clickable. */
export const rowLink = classes.rowLink;

type FrameProps<T> = {
  title: string;
  columns: readonly Column<T>[];
  /** The table is only part of the page. */
  compact: boolean;
  busy: boolean;
  /** Head of the checkbox column. */
  check?: ReactNode;
  children: ReactNode;
};

const compactColumns = 4;
/** Fits one word, even in German. */
const actionsWidth = '8rem';

const menuWidth = '3.75rem';

const isAction = (key: string) => key === 'actions' || key === 'menu';
const widthOf = (key: string, index: number, width: string | undefined) => {
  if (key === 'actions') return actionsWidth;
  if (key === 'menu') return menuWidth;
  return index === 0 ? undefined : width;
};

function Title({ name, title, sort }: Pick<Column<unknown>, 'title' | 'sort'> & { name: string }) {
  if (name === 'menu') return <span className="visually-hidden">{title}</span>;
  if (!sort) return title;
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={classes.sort} onClick={sort.onToggle}>
      {title}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}

function Frame<T>({ title, columns, compact, busy, check, children }: FrameProps<T>) {
  return (
    <div className={classes.frame}>
      <div
        className={classes.measure}
        data-compact={(compact && columns.filter(({ key }) => key !== 'menu').length <= compactColumns) || undefined}
      >
        <table className={classes.table} aria-busy={busy}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {check !== undefined && (
                <th scope="col" data-check>
                  {check}
                </th>
              )}
              {columns.map(({ key, title, width, priority, sort }, index) => (
                <th
                  key={key}
                  scope="col"
                  style={{ width: widthOf(key, index, width) }}
                  data-priority={priority}
                  aria-sort={sort?.direction}
                >
                  <Title name={key} title={title} {...(sort && { sort })} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </div>
  );
}

type CellProps<T> = { column: Column<T>; isName: boolean; children: ReactNode };

function Cell<T>({ column: { key, title, priority }, isName, children }: CellProps<T>) {
  return (
    <td
      data-label={title}
      data-priority={priority}
      data-name={isName || undefined}
      data-actions={isAction(key) || undefined}
    >
      <div className={classes.value}>{children}</div>
    </td>
  );
}

type Props<T> = {
  title: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  rowKey: (item: T) => string;
  /** Content of an expanded row, shown below it. */
  details?: ((item: T) => ReactNode) | undefined;
  compact?: boolean;
  /** The rows are outdated and new ones are loading. */
  stale: boolean;
  selection?: Selection<T>;
};

export function ListTable<T>(props: Props<T>) {
  const { title, columns, items, rowKey, details, compact = true, stale, selection } = props;
  return (
    <Frame
      title={title}
      columns={columns}
      compact={compact}
      busy={stale}
      {...(selection && { check: <PageCheck items={items} selection={selection} /> })}
    >
      {items.map((item) => {
        const expanded = details?.(item);
        return (
          <Fragment key={rowKey(item)}>
            <tr data-selected={selection?.isSelected(item) || undefined} data-expanded={Boolean(expanded) || undefined}>
              {selection && (
                <td data-check>
                  <Checkbox
                    size="xs"
                    aria-label={selection.label(item)}
                    checked={selection.isSelected(item)}
                    onChange={(event) => selection.onToggle([item], event.currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map((column, index) => (
                <Cell key={column.key} column={column} isName={index === 0}>
                  {column.cell(item)}
                </Cell>
              ))}
            </tr>
            {expanded && (
              <tr className={classes.details}>
                <td data-name colSpan={columns.length + (selection ? 1 : 0)}>
                  {expanded}
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </Frame>
  );
}

/** Selects all rows of the page. */
function PageCheck<T>({ items, selection }: { items: readonly T[]; selection: Selection<T> }) {
  const count = items.filter(selection.isSelected).length;
  const isWhole = count > 0 && count === items.length;
  return (
    <Checkbox
      size="xs"
      aria-label={selection.pageLabel}
      checked={isWhole}
      indeterminate={count > 0 && !isWhole}
      onChange={() => selection.onToggle(items, !isWhole)}
    />
  );
}

const skeletonRows = [62, 48, 70, 55, 66, 44, 58, 50];

type SkeletonProps<T> = {
  title: string;
  columns: readonly Column<T>[];
  compact?: boolean;
  rows?: number;
  selectable?: boolean;
};

export function ListTableSkeleton<T>(props: SkeletonProps<T>) {
  const { title, columns, compact = true, rows = skeletonRows.length, selectable = false } = props;
  const { t } = useTranslation();
  return (
    <Frame
      title={`${title}: ${t('general.loading')}`}
      columns={columns}
      compact={compact}
      busy
      {...(selectable && { check: null })}
    >
      {skeletonRows.slice(0, rows).map((width) => (
        <tr key={width}>
          {selectable && <td data-check />}
          {columns.map((column, index) => (
            <Cell key={column.key} column={column} isName={index === 0}>
              <Skeleton height={12} width={`${width - index * 6}%`} className={classes.skeleton} />
            </Cell>
          ))}
        </tr>
      ))}
    </Frame>
  );
}
