// Whose entries are looked at: those of one application.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { applicationQuery } from '../applications/query.ts';
import { listQuery } from '../kit/list-search.ts';
import { RemoteChoice, useKeyword } from './remote-choice.tsx';

type Props = { value: string | undefined; onChange: (id: string | undefined) => void };

const demoApp = 'demo-app';

export function ApplicationFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: application } = useQuery({
    ...applicationQuery(api, value ?? ''),
    enabled: value !== undefined,
    meta: { silent: true },
  });
  const { keyword, setTyped } = useKeyword(application?.name);
  const { data } = useQuery({
    ...api.management.listQuery('/applications', { query: listQuery(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const found = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const demo = { value: demoApp, label: t('audit-logs.filters.demo_app') };
  return (
    <RemoteChoice
      label={t('audit-logs.filters.application')}
      placeholder={t('audit-logs.filters.all_applications')}
      chosen={value === undefined ? undefined : { value, label: application?.name ?? value }}
      found={keyword === '' ? [...found, demo] : found}
      onType={setTyped}
      onChange={onChange}
    />
  );
}
