// Filters of the log lists, kept in the URL so that results can be shared.
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApplicationFilter } from '../../authentication/applications/application-filter.tsx';
import { type Filter, FilterBar } from '../../kit/filter-bar.tsx';
import { ActorFilter, useActorName } from './actor-filter.tsx';
import { useEntityOptions, useEventOptions, useFamilyTitles } from './event-options.ts';
import { FilterChoice, type FilterValue } from './filter-choice.tsx';
import { useApplicationName, useConnectorName, useUserName } from './filter-names.ts';
import classes from './filters.module.css';
import type { LogSearch } from './log-search.ts';
import { useLogTitle } from './log-title.ts';
import type { Kind } from './query.ts';
import { TimeFilter, useTimeText } from './time-filter.tsx';
import { UserFilter } from './user-filter.tsx';

const ConnectorFilter = lazy(async () => ({ default: (await import('./connector-filter.tsx')).ConnectorFilter }));

function EventFilter({ value, onChange }: FilterValue) {
  const { t } = useTranslation();
  const options = useEventOptions();
  return (
    <FilterChoice
      label={t('audit-logs.filters.event')}
      placeholder={t('audit-logs.filters.all_events')}
      data={options}
      value={value}
      onChange={onChange}
    />
  );
}

function EntityFilter({ value, onChange }: FilterValue) {
  const { t } = useTranslation();
  const options = useEntityOptions();
  return (
    <FilterChoice
      label={t('audit-logs.filters.entity')}
      placeholder={t('audit-logs.filters.all_changes')}
      data={options}
      value={value}
      onChange={onChange}
    />
  );
}

export function useFilterSearch() {
  const navigate = useNavigate();
  return (search: LogSearch) => void navigate({ to: '.', search: search as never, replace: true });
}

function TextEditor({ label, value, onApply }: { label: string; value: string; onApply: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(typed.trim());
  };
  return (
    <form className={classes.text} onSubmit={apply}>
      <TextInput
        label={label}
        dir="ltr"
        maxLength={64}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('audit-logs.filters.apply')}
      </Button>
    </form>
  );
}

type Props = {
  kind: Kind;
  search: LogSearch;
  hideApplication: boolean;
  hideUser: boolean;
  /** Actions for the filtered entries. */
  action: ReactNode;
};

function useFilters({ kind, search, hideApplication, hideUser }: Omit<Props, 'action'>): Filter[] {
  const { t } = useTranslation();
  const go = useFilterSearch();
  const title = useLogTitle();
  const timeText = useTimeText();
  const actorName = useActorName(kind === 'changes' ? search : {});
  const userName = useUserName(kind === 'events' ? search.userId : undefined);
  const applicationName = useApplicationName(kind === 'events' ? search.applicationId : undefined);
  const connectorName = useConnectorName(kind === 'events' ? search.connectorId : undefined);
  const families = useFamilyTitles();
  /** Replaces filters in the URL; empty ones are removed. */
  const change = (without: readonly (keyof LogSearch)[], next: LogSearch) => {
    const dropped = new Set<string>([...without, 'page', 'open']);
    const kept = Object.entries(search).filter(([name]) => !dropped.has(name));
    const given = Object.entries(next).filter(([, value]) => value !== undefined && value !== '');
    go(Object.fromEntries([...kept, ...given]));
  };
  const { event, userId, applicationId, connectorId, ip, sessionId, interactionId, time, from, to } = search;
  const times = { ...(time && { time }), ...(from && { from }), ...(to && { to }) };
  const isEvents = kind === 'events';
  const EventChoice = isEvents ? EventFilter : EntityFilter;
  const textFilter = (name: 'ip' | 'sessionId' | 'interactionId', label: string, value: string | undefined) => ({
    key: name,
    label,
    value,
    onClear: () => change([name], {}),
    editor: (close: () => void) => (
      <TextEditor
        label={label}
        value={value ?? ''}
        onApply={(text) => {
          change([name], { [name]: text });
          close();
        }}
      />
    ),
  });
  const filters: (Filter | false)[] = [
    {
      key: 'time',
      label: t('audit-logs.filters.time'),
      value: timeText(times),
      onClear: () => change(['time', 'from', 'to'], {}),
      editor: (close) => (
        <TimeFilter value={times} onChange={(next) => change(['time', 'from', 'to'], next)} onDone={close} />
      ),
    },
    !isEvents && {
      key: 'actor',
      label: t('audit-logs.filters.actor'),
      value: actorName,
      onClear: () => change(['userId', 'applicationId'], {}),
      editor: (close) => (
        <ActorFilter
          value={{ ...(userId && { userId }), ...(applicationId && { applicationId }) }}
          onChange={(actor) => {
            change(['userId', 'applicationId'], actor);
            close();
          }}
        />
      ),
    },
    isEvents &&
      !hideUser && {
        key: 'user',
        label: t('audit-logs.filters.person'),
        value: userName,
        onClear: () => change(['userId'], {}),
        editor: (close) => (
          <UserFilter
            value={userId}
            onChange={(id) => {
              change(['userId'], id === undefined ? {} : { userId: id });
              close();
            }}
          />
        ),
      },
    {
      key: 'event',
      label: t(isEvents ? 'audit-logs.filters.event' : 'audit-logs.filters.entity'),
      value: event && (families.get(event) ?? title(event)),
      onClear: () => change(['event'], {}),
      editor: (close) => (
        <EventChoice
          value={event}
          onChange={(chosen) => {
            change(['event'], chosen === undefined ? {} : { event: chosen });
            close();
          }}
        />
      ),
    },
    isEvents &&
      !hideApplication && {
        key: 'application',
        label: t('audit-logs.details.application'),
        value: applicationName,
        onClear: () => change(['applicationId'], {}),
        editor: (close) => (
          <ApplicationFilter
            value={applicationId}
            onChange={(id) => {
              change(['applicationId'], id === undefined ? {} : { applicationId: id });
              close();
            }}
          />
        ),
      },
    isEvents && {
      key: 'connector',
      label: t('audit-logs.details.connector'),
      value: connectorName,
      onClear: () => change(['connectorId'], {}),
      editor: (close) => (
        <Suspense>
          <ConnectorFilter
            value={connectorId}
            onChange={(id) => {
              change(['connectorId'], id === undefined ? {} : { connectorId: id });
              close();
            }}
          />
        </Suspense>
      ),
    },
    textFilter('ip', t('audit-logs.details.ip'), ip),
    isEvents && textFilter('sessionId', t('audit-logs.details.session'), sessionId),
    // Set by links only.
    interactionId !== undefined && textFilter('interactionId', t('audit-logs.details.interaction'), interactionId),
  ];
  return filters.filter((filter) => filter !== false);
}

const results = ['Success', 'Error'] as const;

function ResultFilter({ search }: { search: LogSearch }) {
  const { t } = useTranslation();
  const go = useFilterSearch();
  const { page: _, open: __, result, ...others } = search;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('audit-logs.details.result')}
      data={[
        { value: 'all', label: t('audit-logs.filters.all') },
        ...results.map((value) => ({ value, label: t(`audit-logs.results.${value}`) })),
      ]}
      value={result ?? 'all'}
      onChange={(value) => {
        const chosen = results.find((one) => one === value);
        go({ ...others, ...(chosen && { result: chosen }) });
      }}
    />
  );
}

export function Filters({ action, ...props }: Props) {
  const go = useFilterSearch();
  const { kind, search } = props;
  const { ungrouped, live } = search;
  return (
    <div className={classes.filters}>
      {kind === 'events' && <ResultFilter search={search} />}
      <FilterBar
        filters={useFilters(props)}
        onClear={() => go({ ...(ungrouped && { ungrouped }), ...(live && { live }) })}
      />
      <div className={classes.action}>{action}</div>
    </div>
  );
}
