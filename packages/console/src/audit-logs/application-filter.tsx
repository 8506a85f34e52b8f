// Choosing an application among any number of them: the server looks for what is typed.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { applicationQuery } from '../applications/query.ts';
import { listQuery } from '../kit/list-search.ts';

type Props = { value: string | undefined; onChange: (id: string | undefined) => void };

const demoApp = 'demo-app';

export function ApplicationFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), 250);
  const { data: chosen } = useQuery({
    ...applicationQuery(api, value ?? ''),
    enabled: value !== undefined,
    meta: { silent: true },
  });
  // What stands there once one is chosen is a name, and not what somebody looks for.
  const search = keyword === '' || keyword === chosen?.name ? {} : { keyword };
  const { data } = useQuery({
    ...api.management.listQuery('/applications', { query: listQuery(search) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const found = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const demo = { value: demoApp, label: t('audit-logs.filters.demo_app') };
  const own = value === undefined || value === demoApp ? [] : [{ value, label: chosen?.name ?? value }];
  const offered = [...own, ...found.filter((one) => one.value !== value), ...('keyword' in search ? [] : [demo])];
  return (
    <Select
      aria-label={t('audit-logs.filters.application')}
      placeholder={t('audit-logs.filters.all_applications')}
      data={offered}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit-logs.filters.clear') }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('audit-logs.filters.nothing_found')}
    />
  );
}
