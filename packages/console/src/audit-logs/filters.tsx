// The filters above a list of the log. They stand in the address, so that what was found can be shared and returned to.
import { Button, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../kit/search-box.tsx';
import { ApplicationFilter } from './application-filter.tsx';
import { useEntityOptions, useEventOptions } from './event-options.ts';
import classes from './filters.module.css';
import { isFiltered, type LogSearch } from './log-search.ts';
import type { Kind } from './query.ts';
import { TimeFilter } from './time-filter.tsx';
import { UserFilter } from './user-filter.tsx';

type EventProps = { value: string | undefined; onChange: (event: string | undefined) => void };

function EventFilter({ value, onChange }: EventProps) {
  const { t } = useTranslation();
  const options = useEventOptions();
  return (
    <Choice
      label={t('audit-logs.filters.event')}
      placeholder={t('audit-logs.filters.all_events')}
      data={options}
      value={value}
      onChange={onChange}
    />
  );
}

function EntityFilter({ value, onChange }: EventProps) {
  const { t } = useTranslation();
  const options = useEntityOptions();
  return (
    <Choice
      label={t('audit-logs.filters.entity')}
      placeholder={t('audit-logs.filters.all_changes')}
      data={options}
      value={value}
      onChange={onChange}
    />
  );
}

type ChoiceProps = EventProps & {
  label: string;
  placeholder: string;
  data: ReturnType<typeof useEventOptions> | ReturnType<typeof useEntityOptions>;
};

function Choice({ label, placeholder, data, value, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit-logs.filters.clear') }}
      maxDropdownHeight={320}
      nothingFoundMessage={t('audit-logs.filters.nothing_found')}
    />
  );
}

export function useFilterSearch() {
  const navigate = useNavigate();
  return (search: LogSearch) => void navigate({ to: '.', search: search as never, replace: true });
}

type Props = {
  kind: Kind;
  search: LogSearch;
  hideApplication: boolean;
  hideUser: boolean;
  /** What can be done with what is found. */
  action: ReactNode;
};

export function Filters({ kind, search, hideApplication, hideUser, action }: Props) {
  const { t } = useTranslation();
  const go = useFilterSearch();
  const { page: _, ...filters } = search;
  /** What is not chosen any more is not in the address either. */
  const set = <K extends keyof LogSearch>(name: K, value: LogSearch[K]) => {
    const { [name]: __, ...rest } = filters as LogSearch;
    go(value === undefined || value === '' ? rest : { ...rest, [name]: value });
  };
  const { time, from, to, ...others } = filters;
  const EventChoice = kind === 'events' ? EventFilter : EntityFilter;
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are not the fields of a form
    <div className={classes.filters} role="group" aria-label={t('audit-logs.filters.label')}>
      <EventChoice value={search.event} onChange={(event) => set('event', event)} />
      {!hideApplication && (
        <ApplicationFilter value={search.applicationId} onChange={(id) => set('applicationId', id)} />
      )}
      {!hideUser && kind === 'events' && <UserFilter value={search.userId} onChange={(id) => set('userId', id)} />}
      {/* Administrators are not among the users of the tenant. */}
      {!hideUser && kind === 'changes' && (
        <SearchBox
          label={t('audit-logs.filters.user')}
          value={search.userId ?? ''}
          onSearch={(id) => set('userId', id)}
        />
      )}
      <TimeFilter
        value={{ ...(time && { time }), ...(from && { from }), ...(to && { to }) }}
        onChange={(times) => go({ ...others, ...times })}
      />
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" onClick={() => go({})}>
          {t('audit-logs.filters.clear')}
        </Button>
      )}
      <div className={classes.action}>{action}</div>
    </div>
  );
}
