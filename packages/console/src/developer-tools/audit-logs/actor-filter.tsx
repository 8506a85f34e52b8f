// Filters changes by who made them: a recent actor, a user of the tenant, or any ID.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { keywordQuery } from '../../kit/list-search.ts';
import { RemoteChoice, useKeyword } from '../../kit/remote-choice.tsx';
import { useUserTitle } from '../../user-management/users/user-name.tsx';
import type { LogSearch } from './log-search.ts';
import { actorsQuery, loggedUsersQuery } from './query.ts';

export type ActorChoice = Pick<LogSearch, 'userId' | 'applicationId'>;
type Props = { value: ActorChoice; onChange: (actor: ActorChoice) => void };

const idPattern = /^[\w-]{6,21}$/;

/** The name of the chosen actor, or the ID if it was deleted. */
export function useActorName({ userId, applicationId }: ActorChoice): string | undefined {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  const id = userId ?? applicationId;
  const { data: actors } = useQuery({ ...actorsQuery(api), enabled: id !== undefined });
  const { data: users } = useQuery({ ...loggedUsersQuery(api, userId ? [userId] : []), enabled: userId !== undefined });
  const user = users?.items[0];
  if (id === undefined) return undefined;
  return (
    actors?.find((actor) => actor.id === id)?.name ?? (user ? titleOf(user) : t('audit-logs.filters.by_id', { id }))
  );
}

export function ActorFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  const { data: actors = [] } = useQuery(actorsQuery(api));
  const name = useActorName(value);
  const { keyword, setTyped } = useKeyword(name);
  const { data: users } = useQuery({
    ...api.management.listQuery('/users', { query: keywordQuery({ keyword }) }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const nameOf = (actor: (typeof actors)[number]) => actor.name ?? t('audit-logs.deleted', { id: actor.id });
  const recent = actors
    .filter((actor) => nameOf(actor).toLowerCase().includes(keyword.toLowerCase()))
    .map((actor) => ({ value: `${actor.type}/${actor.id}`, label: nameOf(actor) }));
  const others = (keyword === '' ? [] : (users?.items ?? []))
    .filter(({ id }) => !actors.some((actor) => actor.id === id))
    .map((user) => ({ value: `user/${user.id}`, label: titleOf(user) }));
  const byId = idPattern.test(keyword)
    ? [{ value: `user/${keyword}`, label: t('audit-logs.filters.by_id', { id: keyword }) }]
    : [];
  const chosen = value.userId ? `user/${value.userId}` : value.applicationId && `application/${value.applicationId}`;
  const choose = (actor: string | undefined) => {
    const [type, id = ''] = actor?.split('/') ?? [];
    onChange(type === undefined ? {} : type === 'user' ? { userId: id } : { applicationId: id });
  };
  return (
    <RemoteChoice
      label={t('audit-logs.filters.actor')}
      placeholder={t('audit-logs.filters.all_actors')}
      chosen={chosen === undefined ? undefined : { value: chosen, label: name ?? chosen }}
      found={[...recent, ...others, ...byId]}
      onType={setTyped}
      onChange={choose}
    />
  );
}
