// Picks several items from a paged server list: search and pages on one side, the selection on the other. The selection
// survives searching and paging.
import { ActionIcon, Button, Checkbox, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../app/problems.ts';
import { type ListSearch, pageSize } from './list-search.ts';
import classes from './transfer-frame.module.css';
import { TransferFrame } from './transfer-frame.tsx';

type Page<T> = { items: T[]; total: number };
/** A query made by `api.management.listQuery`. */
type PageQuery<T> = { queryKey: QueryKey; queryFn?: (context: never) => Page<T> | Promise<Page<T>> };

type Props<T> = {
  label: string;
  searchLabel: string;
  /** Shown when there is nothing to select. */
  emptyText: ReactNode;
  /** The query of one page; `listQuery` builds its parameters. */
  query: (search: ListSearch) => PageQuery<T>;
  /** Newest first. */
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  /** Accessible name of an item. */
  nameOf: (item: T) => string;
  render: (item: T) => ReactNode;
  /** Items that cannot be selected. */
  isDisabled?: (item: T) => boolean;
  error?: ReactNode;
};

const skeletonRows = ['62%', '48%', '70%', '55%', '44%'];

export function TransferBox<T extends { id: string }>(props: Props<T>) {
  const { label, searchLabel, emptyText, query, chosen, onChange, nameOf, render, isDisabled, error } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), 300);
  const [page, setPage] = useState(1);
  const { queryKey, queryFn } = query({ ...(keyword !== '' && { keyword }), page });
  const {
    data,
    error: problem,
    isPlaceholderData,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: queryFn as QueryFunction<Page<T>>,
    // The box shows errors itself.
    meta: { panel: true },
    placeholderData: keepPreviousData,
    // Always refetch, because offered items must still exist.
    staleTime: 0,
    gcTime: 0,
  });
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  useEffect(() => {
    if (data && !isPlaceholderData && page > pages) setPage(pages);
  }, [data, isPlaceholderData, page, pages]);

  const search = (text: string) => {
    setTyped(text);
    setPage(1);
  };
  const set = (item: T, wanted: boolean) =>
    onChange(wanted ? [item, ...chosen] : chosen.filter(({ id }) => id !== item.id));

  return (
    <TransferFrame
      label={label}
      searchLabel={searchLabel}
      typed={typed}
      onType={search}
      chosen={chosen.map((item) => ({ id: item.id, name: nameOf(item), content: render(item) }))}
      onRemove={(removed) => onChange(chosen.filter(({ id }) => id !== removed))}
      onClear={() => onChange([])}
      error={error}
    >
      {content()}
      {pages > 1 && data && <PageSteps page={page} pages={pages} total={data.total} onPage={setPage} />}
    </TransferFrame>
  );

  function content() {
    if (!data) {
      if (problem) return <Trouble error={problem} onRetry={() => void refetch()} />;
      return <TransferSkeleton />;
    }
    if (data.items.length === 0) {
      return (
        <p className={classes.hint} role="status">
          {keyword === '' ? emptyText : t('list.nothing_found_text', { search: keyword })}
        </p>
      );
    }
    return (
      <ul className={classes.list} aria-busy={isPlaceholderData}>
        {data.items.map((item) => (
          <li key={item.id} className={classes.item}>
            <Checkbox
              className={classes.check}
              label={render(item)}
              checked={chosen.some(({ id }) => id === item.id)}
              disabled={isDisabled?.(item) ?? false}
              onChange={(event) => set(item, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    );
  }
}

export function TransferSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.list} role="status" aria-label={t('general.loading')}>
      {skeletonRows.map((width) => (
        <div key={width} className={classes.item}>
          <Skeleton height={12} width={width} />
        </div>
      ))}
    </div>
  );
}

function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.trouble} role="alert">
      <p>{messageOf(error, t)}</p>
      <Button variant="default" onClick={onRetry}>
        {t('general.retry')}
      </Button>
    </div>
  );
}

type StepsProps = { page: number; pages: number; total: number; onPage: (page: number) => void };

function PageSteps({ page, pages, total, onPage }: StepsProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const from = number.format((page - 1) * pageSize + 1);
  const to = number.format(Math.min(page * pageSize, total));
  return (
    <div className={classes.pager}>
      <span className={classes.range} role="status">
        {t('list.range', { from, to, total: number.format(total) })}
      </span>
      <Step label={t('list.previous_page')} enabled={page > 1} onStep={() => onPage(page - 1)}>
        <IconChevronLeft size={16} className={classes.arrow} />
      </Step>
      <Step label={t('list.next_page')} enabled={page < pages} onStep={() => onPage(page + 1)}>
        <IconChevronRight size={16} className={classes.arrow} />
      </Step>
    </div>
  );
}

type StepProps = { label: string; enabled: boolean; onStep: () => void; children: ReactNode };

/** A page button that keeps the focus when there is no further page. */
function Step({ label, enabled, onStep, children }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      aria-label={label}
      aria-disabled={!enabled}
      className={classes.step}
      onClick={() => enabled && onStep()}
    >
      {children}
    </ActionIcon>
  );
}
