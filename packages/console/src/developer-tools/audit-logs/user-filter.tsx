// Filters by user, found by any identifier; deleted users by ID.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { keywordQuery } from '../../kit/list-search.ts';
import { RemoteChoice, useKeyword } from '../../kit/remote-choice.tsx';
import { useUserTitle } from '../../user-management/users/user-name.tsx';
import { loggedUsersQuery } from './query.ts';

type Props = { value: string | undefined; onChange: (id: string | undefined) => void };

const idPattern = /^[\w-]{6,21}$/;

export function UserFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  const { data: known } = useQuery({
    ...loggedUsersQuery(api, value === undefined ? [] : [value]),
    enabled: value !== undefined,
  });
  const person = known?.items[0];
  const name = person ? titleOf(person) : value;
  const { keyword, setTyped } = useKeyword(name);
  const { data } = useQuery({
    ...api.management.listQuery('/users', { query: keywordQuery(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const found = data?.items.map((user) => ({ value: user.id, label: titleOf(user) })) ?? [];
  const isId = idPattern.test(keyword) && !found.some((one) => one.value === keyword);
  const byId = isId ? [{ value: keyword, label: t('audit-logs.filters.by_id', { id: keyword }) }] : [];
  return (
    <RemoteChoice
      label={t('audit-logs.filters.person')}
      placeholder={t('audit-logs.filters.all_people')}
      chosen={value === undefined ? undefined : { value, label: name ?? value }}
      found={[...found, ...byId]}
      onType={setTyped}
      onChange={onChange}
      isSearch
    />
  );
}
