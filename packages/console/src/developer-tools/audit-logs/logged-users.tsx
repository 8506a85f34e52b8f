// Loads the users of a log page together; deleted users are shown by ID.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { useUserTitle } from '../../user-management/users/user-name.tsx';
import { loggedUsersQuery } from './query.ts';

export type LoggedUsers = { isLoaded: boolean; byId: Map<string, User> };

export function useLoggedUsers(ids: readonly (string | undefined)[]): LoggedUsers {
  const { api } = useServices();
  const known = [...new Set(ids.flatMap((id) => (id === undefined ? [] : [id])))].sort();
  const { data, error } = useQuery({ ...loggedUsersQuery(api, known), enabled: known.length > 0 });
  return {
    isLoaded: data !== undefined || error !== null,
    byId: new Map(data?.items.map((user) => [user.id, user])),
  };
}

export function LoggedUser({ id, users }: { id: string | undefined; users: LoggedUsers }) {
  const { t } = useTranslation();
  const title = useUserTitle();
  if (id === undefined || !users.isLoaded) return <NoValue />;
  const user = users.byId.get(id);
  if (!user) return <bdi>{t('audit-logs.deleted', { id })}</bdi>;
  return (
    <Link to="/users/$id" params={{ id }}>
      <bdi>{title(user)}</bdi>
    </Link>
  );
}
