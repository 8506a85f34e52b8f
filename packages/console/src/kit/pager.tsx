// The pages of a list: which part is shown, and links to the others, as real addresses.
import { usePagination } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListSearch, pageSize } from './list-search.ts';
import classes from './pager.module.css';

type StepProps = { page: number; enabled: boolean; label: string; children: ReactNode };

// By default a link counts as the current one when its address is a part of it.
const exactly = { exact: true, explicitUndefined: true };

/** The first page is the address without a page. */
const at =
  (page: number) =>
  ({ page: _, ...others }: ListSearch): ListSearch =>
    page === 1 ? others : { ...others, page };

function Step({ page, enabled, label, children }: StepProps) {
  if (!enabled) return <span className={classes.disabled}>{children}</span>;
  return (
    <Link to="." search={at(page)} className={classes.step} aria-label={label} activeOptions={exactly}>
      {children}
    </Link>
  );
}

export function Pager({ page, pages, total }: { page: number; pages: number; total: number }) {
  const { t, i18n } = useTranslation();
  const { range } = usePagination({ total: pages, page });
  if (pages <= 1) return null;
  const number = new Intl.NumberFormat(i18n.language);
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);

  return (
    <nav className={classes.pager} aria-label={t('list.pages')}>
      <span className={classes.range}>
        {t('list.range', { from: number.format(from), to: number.format(to), total: number.format(total) })}
      </span>
      <Step page={page - 1} enabled={page > 1} label={t('list.previous_page')}>
        <IconChevronLeft size={16} className={classes.arrow} />
      </Step>
      {range.map((one, index) =>
        one === 'dots' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two gaps, and only their place tells them apart
          <span key={`gap-${index}`} className={classes.gap}>
            …
          </span>
        ) : (
          <Link
            key={one}
            to="."
            search={at(one)}
            className={classes.step}
            aria-label={t('list.page', { page: number.format(one) })}
            aria-current={one === page ? 'page' : undefined}
            activeOptions={exactly}
          >
            {number.format(one)}
          </Link>
        ),
      )}
      <Step page={page + 1} enabled={page < pages} label={t('list.next_page')}>
        <IconChevronRight size={16} className={classes.arrow} />
      </Step>
    </nav>
  );
}
