// Selected users of the list: some across its pages, or all that match the search and filters.
import { type BulkAction, bulkActions, maxBulkUsers } from '@tessera/contract/user-bulk-action-kinds';
import type { ListedUser } from '@tessera/contract/users';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '../../kit/list-table.tsx';
import { useUserTitle } from './user-name.tsx';
import { type UserSearch, userFilter } from './user-search.ts';

const UserBulkBar = lazy(async () => ({ default: (await import('../user-bulk-actions/bulk-bar.tsx')).UserBulkBar }));

type Selected = { search: string; users: 'all' | ReadonlyMap<string, ListedUser> };

/** A selection belongs to its search: other results are not selected unseen. */
const keyOf = ({ page: _, oldest: __, ...search }: UserSearch) => JSON.stringify(search);

/** Actions that change at least one of the users. */
const actionsFor = (users: Selected['users'], { status }: UserSearch): BulkAction[] => {
  const known = users === 'all' ? undefined : [...users.values()];
  const isSome = (isSuspended: boolean) =>
    known
      ? known.some((user) => user.isSuspended === isSuspended)
      : status === undefined || (status === 'suspended') === isSuspended;
  return bulkActions.filter((action) => {
    if (action === 'suspend') return isSome(false);
    return action !== 'reactivate' || isSome(true);
  });
};

export function useUserSelection(
  search: UserSearch,
  data: { items: ListedUser[]; total: number } | undefined,
  countLimit: number,
) {
  const { t, i18n } = useTranslation();
  const titleOf = useUserTitle();
  const key = keyOf(search);
  const [selected, setSelected] = useState<Selected>({ search: key, users: new Map() });
  const users: Selected['users'] = selected.search === key ? selected.users : new Map();
  const select = (next: Selected['users']) => setSelected({ search: key, users: next });
  const clear = () => select(new Map());

  const selection: Selection<ListedUser> = {
    isSelected: ({ id }) => users === 'all' || users.has(id),
    onToggle: (items, isSelected) => {
      const next = new Map(users === 'all' ? data?.items.map((user) => [user.id, user]) : users);
      for (const user of items) {
        if (isSelected) next.set(user.id, user);
        else next.delete(user.id);
      }
      select(next);
    },
    label: (user) => t('list.select', { name: titleOf(user) }),
    pageLabel: t('list.select_page'),
  };

  const total = data?.total ?? 0;
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const totalText = total > countLimit ? `${number(countLimit)}+` : number(total);
  const size = users === 'all' ? total : users.size;
  const bar = size > 0 && (
    <Suspense>
      <UserBulkBar
        users={users === 'all' ? { filter: userFilter(search) } : { userIds: [...users.keys()] }}
        count={{ value: size, text: users === 'all' ? totalText : number(size) }}
        actions={actionsFor(users, search)}
        {...(users !== 'all' &&
          total > size && {
            all: { text: totalText, isTooMany: total > maxBulkUsers, onSelect: () => select('all') },
          })}
        onClear={clear}
      />
    </Suspense>
  );
  return { selection, bar };
}
