// Organizations whose name or identifier has what was typed in it.
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import type { Entry } from './entry.ts';

const shown = '5';

export function useFoundOrganizations(query: string): Entry[] {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const [typed] = useDebouncedValue(query.trim(), 250);
  const { data } = useQuery({
    ...api.management.listQuery('/organizations', { query: { page: '1', page_size: shown, q: typed } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (typed === '' || query.trim() === '' || !data) return [];
  return data.items.map(({ id, name }) => ({
    id: `organization-${id}`,
    label: name,
    description: `${t('sidebar.organizations')} · ${id}`,
    icon: IconBuildingCommunity,
    run: () => void navigate({ to: '/organizations/$id', params: { id } }),
  }));
}
