// Columns of the user list. During a search the email is shown below the name, and its column shows what matched.

import { Menu } from '@mantine/core';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ListedUser } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../kit/date-text.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import type { Column } from '../../kit/list-table.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { useUserDeletion } from './deletion.tsx';
import { FactorSummary } from './factor-summary.tsx';
import classes from './list.module.css';
import { ListedUserLink } from './listed-user-link.tsx';
import { MatchedOn } from './matched-on.tsx';
import { useSuspension } from './suspension.ts';
import { useUserTitle } from './user-name.tsx';
import type { UserSearch } from './user-search.ts';
import { UserStatus } from './user-status.tsx';

function UserMenu({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const name = useUserTitle()(user);
  const suspension = useSuspension();
  const remove = useUserDeletion();
  const { isSuspended } = user;
  return (
    <RowActions name={name}>
      <Menu.Item
        leftSection={isSuspended ? <IconCircleCheck size={16} /> : <IconBan size={16} />}
        onClick={() => suspension.ask(user)}
      >
        {isSuspended ? t('users.details.reactivate') : t('users.details.suspend')}
      </Menu.Item>
      <DeleteItem onClick={() => void remove(user, { from: 'list' })}>{t('users.details.delete')}</DeleteItem>
    </RowActions>
  );
}

export function useUserColumns(search: UserSearch): Column<ListedUser>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { keyword, oldest, page: _, ...others } = search;
  const toggleOrder = () => {
    const next: UserSearch = oldest ? others : { ...others, oldest: true };
    void navigate({ to: '.', search: next as never, replace: true });
  };
  const email: Column<ListedUser> = {
    key: 'email',
    title: t('users.email'),
    width: '24%',
    priority: 5,
    cell: ({ primaryEmail }) =>
      primaryEmail ? (
        <bdi className={classes.email} title={primaryEmail}>
          {primaryEmail}
        </bdi>
      ) : (
        <span className={classes.dimmed}>{t('users.no_email')}</span>
      ),
  };
  const matched: Column<ListedUser> = {
    key: 'matched',
    title: t('users.matched.title'),
    width: '20%',
    cell: (user) => <MatchedOn user={user} keyword={keyword ?? ''} />,
  };
  return [
    { key: 'user', title: t('users.user'), cell: (user) => <ListedUserLink user={user} keyword={keyword} /> },
    keyword === undefined ? email : matched,
    {
      key: 'status',
      title: t('users.status'),
      width: '12%',
      cell: ({ isSuspended }) => <UserStatus isSuspended={isSuspended} />,
    },
    {
      key: 'mfa',
      title: t('users.mfa'),
      width: '17%',
      priority: 4,
      cell: ({ mfaFactors }) => <FactorSummary factors={mfaFactors} />,
    },
    {
      key: 'created',
      title: t('users.created'),
      width: '12%',
      priority: 6,
      ...(keyword === undefined && {
        sort: { direction: oldest ? ('ascending' as const) : ('descending' as const), onToggle: toggleOrder },
      }),
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      key: 'lastSignIn',
      title: t('users.last_sign_in'),
      width: '13%',
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? (
          <span className={classes.dimmed}>{t('users.never')}</span>
        ) : (
          <DateText value={lastSignInAt} />
        ),
    },
    { key: 'menu', title: t('general.actions'), cell: (user) => <UserMenu user={user} /> },
  ];
}
