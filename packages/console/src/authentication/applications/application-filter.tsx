// Chooses an application for a filter.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { listQuery } from '../../kit/list-search.ts';
import { RemoteChoice, useKeyword } from '../../kit/remote-choice.tsx';
import { applicationQuery } from './query.ts';

type Props = { value: string | undefined; onChange: (id: string | undefined) => void };

/** Every tenant has them, but no list contains them. */
const builtIn = { 'demo-app': 'demo_app', 'account-center': 'account_center' } as const;

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
  const others = Object.entries(builtIn).map(([id, name]) => ({ value: id, label: t(`applications.filter.${name}`) }));
  return (
    <RemoteChoice
      label={t('applications.filter.application')}
      placeholder={t('applications.filter.all')}
      chosen={value === undefined ? undefined : { value, label: application?.name ?? value }}
      found={keyword === '' ? [...found, ...others] : found}
      onType={setTyped}
      onChange={onChange}
    />
  );
}
