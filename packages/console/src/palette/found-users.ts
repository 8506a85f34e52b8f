// Users whose name, email, phone, username or identifier has what was typed in it.
import { useDebouncedValue } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { userSubtitle, useUserTitle } from '../users/user-name.tsx';
import type { Entry } from './entry.ts';

const shown = '5';

export function useFoundUsers(query: string): Entry[] {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const titleOf = useUserTitle();
  const [typed] = useDebouncedValue(query.trim(), 250);
  const { data } = useQuery({
    ...api.management.listQuery('/users', { query: { page: '1', page_size: shown, search: `%${typed}%` } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (typed === '' || query.trim() === '' || !data) return [];
  return data.items.map((user) => ({
    id: `user-${user.id}`,
    label: titleOf(user),
    description: `${t('palette.groups.users')} · ${userSubtitle(user) ?? user.id}`,
    icon: IconUser,
    run: () => void navigate({ to: '/users/$id', params: { id: user.id } }),
  }));
}
