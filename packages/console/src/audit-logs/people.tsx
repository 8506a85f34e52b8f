// The people of a page of the log, asked for together; whoever is gone is known by their id.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useUserTitle } from '../users/user-name.tsx';
import { peopleQuery } from './query.ts';

export type People = { isLoaded: boolean; byId: Map<string, User> };

export function usePeople(ids: readonly (string | undefined)[]): People {
  const { api } = useServices();
  const known = [...new Set(ids.flatMap((id) => (id === undefined ? [] : [id])))].sort();
  const { data, error } = useQuery({ ...peopleQuery(api, known), enabled: known.length > 0 });
  return {
    isLoaded: data !== undefined || error !== null,
    byId: new Map(data?.items.map((user) => [user.id, user])),
  };
}

export function PersonById({ id, people }: { id: string | undefined; people: People }) {
  const { t } = useTranslation();
  const title = useUserTitle();
  if (id === undefined || !people.isLoaded) return <span>–</span>;
  const user = people.byId.get(id);
  if (!user) return <bdi>{t('audit-logs.deleted', { id })}</bdi>;
  return (
    <Link to="/users/$id" params={{ id }}>
      <bdi>{title(user)}</bdi>
    </Link>
  );
}
