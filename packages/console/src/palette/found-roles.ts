// Roles whose name, description or identifier has what was typed in it.
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import type { Entry } from './entry.ts';

const shown = '5';

export function useFoundRoles(query: string): Entry[] {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const [typed] = useDebouncedValue(query.trim(), 250);
  const { data } = useQuery({
    ...api.management.listQuery('/roles', { query: { page: '1', page_size: shown, search: `%${typed}%` } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (typed === '' || query.trim() === '' || !data) return [];
  return data.items.map(({ id, name }) => ({
    id: `role-${id}`,
    label: name,
    description: `${t('sidebar.roles')} · ${id}`,
    icon: IconUserShield,
    run: () => void navigate({ to: '/roles/$id', params: { id } }),
  }));
}
