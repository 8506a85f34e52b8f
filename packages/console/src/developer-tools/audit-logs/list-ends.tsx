// What the audit log lists show instead of entries, or after the last reachable one.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/empty-state.tsx';
import { pageSize } from '../../kit/list-search.ts';
import { NothingIllustration } from '../../kit/nothing-illustration.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useFilterSearch } from './filters.tsx';

/** The server stops counting here. */
const countLimit = 10_000;

export function FilteredEmpty() {
  const { t } = useTranslation();
  const go = useFilterSearch();
  return (
    <EmptyState
      illustration={<NothingIllustration />}
      title={t('audit-logs.filtered_title')}
      text={t('audit-logs.filtered_text')}
      action={
        <Button variant="default" onClick={() => go({})}>
          {t('audit-logs.filters.clear')}
        </Button>
      }
    />
  );
}

type CappedProps = { total: number | undefined; page: number | undefined; size?: number };

/** Shown on the last reachable page: how to narrow the list. */
export function Capped({ total, page = 1, size = pageSize }: CappedProps) {
  const { t } = useTranslation();
  if (total === undefined || total <= countLimit || page < Math.floor(total / size)) return null;
  return <Notice>{t('audit-logs.capped')}</Notice>;
}
