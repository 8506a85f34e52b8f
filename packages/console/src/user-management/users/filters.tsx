// Filters of the user list.
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationFilter } from '../../authentication/applications/application-filter.tsx';
import { applicationQuery } from '../../authentication/applications/query.ts';
import { type Filter, FilterBar, FilterOptions } from '../../kit/filter-bar.tsx';
import { CreatedFilter, useCreatedText } from './created-filter.tsx';
import classes from './list.module.css';
import {
  factorFilters,
  filtersOf,
  passwordFilters,
  statuses,
  type UserFilters,
  type UserSearch,
} from './user-search.ts';

function DomainEditor({ value, onApply }: { value: string; onApply: (domain: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(typed.trim().replace(/^@/, '').toLowerCase());
  };
  return (
    <form className={classes.domain} onSubmit={apply}>
      <TextInput
        label={t('users.filters.domain')}
        placeholder="example.com"
        dir="ltr"
        maxLength={128}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('users.filters.apply')}
      </Button>
    </form>
  );
}

function useApplicationName(id: string | undefined) {
  const { api } = useServices();
  const { data } = useQuery({
    ...applicationQuery(api, id ?? ''),
    enabled: id !== undefined,
    meta: { silent: true },
    staleTime: 60_000,
  });
  return data?.name ?? id;
}

export function useUserFilters(search: UserSearch) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const createdText = useCreatedText();
  const applicationName = useApplicationName(search.application);
  const go = (next: UserSearch) => void navigate({ to: '.', search: next as never, replace: true });
  const { page: _, ...kept } = search;
  /** Replaces some filters in the URL by others. */
  const change = (without: readonly (keyof UserFilters)[], next: UserFilters) => {
    const rest = Object.fromEntries(Object.entries(kept).filter(([name]) => !without.some((one) => one === name)));
    go({ ...rest, ...next });
  };
  const { status, mfa, password, application, domain } = search;
  const dates = ['created', 'from', 'to'] as const;

  const filters: Filter[] = [
    {
      key: 'status',
      label: t('users.status'),
      value: status && t(`users.statuses.${status}`),
      onClear: () => change(['status'], {}),
      editor: (close) => (
        <FilterOptions
          options={statuses.map((value) => ({ value, label: t(`users.statuses.${value}`) }))}
          value={status}
          onChange={(value) => {
            change(['status'], { status: value });
            close();
          }}
        />
      ),
    },
    {
      key: 'mfa',
      label: t('users.mfa'),
      value: mfa && t(`users.filters.factors.${mfa}`),
      onClear: () => change(['mfa'], {}),
      editor: (close) => (
        <FilterOptions
          options={factorFilters.map((value) => ({ value, label: t(`users.filters.factors.${value}`) }))}
          value={mfa}
          onChange={(value) => {
            change(['mfa'], { mfa: value });
            close();
          }}
        />
      ),
    },
    {
      key: 'password',
      label: t('users.password'),
      value: password && t(`users.filters.passwords.${password}`),
      onClear: () => change(['password'], {}),
      editor: (close) => (
        <FilterOptions
          options={passwordFilters.map((value) => ({ value, label: t(`users.filters.passwords.${value}`) }))}
          value={password}
          onChange={(value) => {
            change(['password'], { password: value });
            close();
          }}
        />
      ),
    },
    {
      key: 'created',
      label: t('users.created'),
      value: createdText(search),
      onClear: () => change(dates, {}),
      editor: (close) => <CreatedFilter value={search} onChange={(times) => change(dates, times)} onDone={close} />,
    },
    {
      key: 'domain',
      label: t('users.filters.domain'),
      value: domain,
      onClear: () => change(['domain'], {}),
      editor: (close) => (
        <DomainEditor
          value={domain ?? ''}
          onApply={(typed) => {
            change(['domain'], typed === '' ? {} : { domain: typed });
            close();
          }}
        />
      ),
    },
    {
      key: 'application',
      label: t('users.application'),
      value: application && applicationName,
      onClear: () => change(['application'], {}),
      editor: (close) => (
        <ApplicationFilter
          value={application}
          onChange={(id) => {
            change(['application'], id === undefined ? {} : { application: id });
            close();
          }}
        />
      ),
    },
  ];

  const onClear = () => change(Object.keys(filtersOf(search)) as (keyof UserFilters)[], {});
  return {
    bar: <FilterBar filters={filters} onClear={onClear} />,
    active: filters.flatMap(({ label, value }) => (value === undefined ? [] : [`${label}: ${value}`])),
    onClear,
  };
}
