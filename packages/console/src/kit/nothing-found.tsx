// Empty result of a search or of filters.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import classes from './nothing-found.module.css';
import { NothingIllustration } from './nothing-illustration.tsx';

type Props = {
  search?: string | undefined;
  onClear?: () => void;
  filters?: { active: readonly string[]; onClear: () => void };
};

export function NothingFound({ search, onClear, filters }: Props) {
  const { t, i18n } = useTranslation();
  const isFiltered = filters !== undefined && filters.active.length > 0;
  const texts = [
    ...(search === undefined ? [] : [t('list.nothing_found_text', { search })]),
    ...(isFiltered
      ? [t('list.active_filters', { list: new Intl.ListFormat(i18n.language).format(filters.active) })]
      : []),
  ];
  return (
    <EmptyState
      illustration={<NothingIllustration />}
      title={t('list.nothing_found')}
      text={texts.join(' ')}
      action={
        (onClear || isFiltered) && (
          <div className={classes.actions}>
            {isFiltered && (
              <Button variant="default" onClick={filters.onClear}>
                {t('list.clear_filters')}
              </Button>
            )}
            {onClear && (
              <Button variant={isFiltered ? 'subtle' : 'default'} onClick={onClear}>
                {t('list.clear_search')}
              </Button>
            )}
          </div>
        )
      }
    />
  );
}
