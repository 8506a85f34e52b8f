// Paging of a list, with a real URL for each page.
import { usePagination } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListSearch, pageSize as usualPageSize } from './list-search.ts';
import classes from './pager.module.css';

type StepProps = { page: number; parameter: string; enabled: boolean; label: string; children: ReactNode };

/** The first page has no page parameter. */
export const inPage =
  (parameter: string, page: number) =>
  ({ [parameter as 'page']: _, ...others }: ListSearch): ListSearch =>
    page === 1 ? others : { ...others, [parameter]: page };

const linkTo = (parameter: string, page: number) => ({
  to: '.' as const,
  search: inPage(parameter, page),
  className: classes.step,
  // By default, a link is active if its URL is a prefix of the current one.
  activeOptions: { exact: true, explicitUndefined: true },
  resetScroll: parameter === 'page',
});

function Step({ page, parameter, enabled, label, children }: StepProps) {
  if (!enabled) return <span className={classes.disabled}>{children}</span>;
  return (
    <Link {...linkTo(parameter, page)} aria-label={label}>
      {children}
    </Link>
  );
}

type Props = {
  page: number;
  pages: number;
  total: number;
  pageSize?: number;
  /** Name of the page's parameter in the URL, for a list further down the page, which stays in view. */
  parameter?: string;
  /** Title of the list, if the page has others. */
  list?: string;
};

export function Pager({ page, pages, total, pageSize = usualPageSize, parameter = 'page', list }: Props) {
  const { t, i18n } = useTranslation();
  const { range } = usePagination({ total: pages, page });
  if (pages <= 1) return null;
  const number = new Intl.NumberFormat(i18n.language);
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);

  return (
    <nav className={classes.pager} aria-label={list === undefined ? t('list.pages') : t('list.pages_of', { list })}>
      <span className={classes.range}>
        {t('list.range', { from: number.format(from), to: number.format(to), total: number.format(total) })}
      </span>
      <Step page={page - 1} parameter={parameter} enabled={page > 1} label={t('list.previous_page')}>
        <IconChevronLeft size={16} className={classes.arrow} />
      </Step>
      {range.map((one, index) =>
        one === 'dots' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two gaps, distinguished only by position
          <span key={`gap-${index}`} className={classes.gap}>
            …
          </span>
        ) : (
          <Link
            key={one}
            {...linkTo(parameter, one)}
            aria-label={t('list.page', { page: number.format(one) })}
            aria-current={one === page ? 'page' : undefined}
          >
            {number.format(one)}
          </Link>
        ),
      )}
      <Step page={page + 1} parameter={parameter} enabled={page < pages} label={t('list.next_page')}>
        <IconChevronRight size={16} className={classes.arrow} />
      </Step>
    </nav>
  );
}
