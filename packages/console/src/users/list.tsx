// All users of the tenant, the newest first.
import { Button } from '@mantine/core';
import { IconPlus, IconTransfer } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useMatch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { ApplicationById } from '../applications/application-by-id.tsx';
import { useCreationFocus } from '../kit/creation-focus.ts';
import { DateText } from '../kit/date-text.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { UsersIllustration } from './illustration.tsx';
import classes from './list.module.css';
import { usersQuery } from './query.ts';
import { UserLink } from './user-name.tsx';

const route = getRouteApi('/signed-in/layout/users');

export function UserList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...usersQuery(api, search), placeholderData: keepPreviousData });
  const isCreating = useMatch({ from: '/signed-in/layout/users/create', shouldThrow: false }) !== undefined;
  const createLink = useCreationFocus(isCreating);
  const createButton = (
    <Button
      ref={createLink}
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => <Link to="/users/create" search={true} {...props} />}
    >
      {t('users.create_button')}
    </Button>
  );
  const importLink = (
    <Button
      variant="default"
      leftSection={<IconTransfer size={14} />}
      renderRoot={(props) => <Link to="/users/import" {...props} />}
    >
      {t('users.import_button')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('users.title')}
        subtitle={t('users.subtitle')}
        searchLabel={t('users.search')}
        search={search}
        query={query}
        actions={
          (query.data?.total !== 0 || search.keyword !== undefined) && (
            <>
              {importLink}
              {createButton}
            </>
          )
        }
        rowKey={({ id }) => id}
        columns={[
          { key: 'user', title: t('users.user'), width: '48%', cell: (user) => <UserLink user={user} /> },
          {
            key: 'application',
            title: t('users.application'),
            width: '28%',
            cell: ({ applicationId }) => <ApplicationById id={applicationId} />,
          },
          {
            key: 'lastSignIn',
            title: t('users.last_sign_in'),
            width: '24%',
            cell: ({ lastSignInAt }) => (lastSignInAt === null ? '–' : <DateText value={lastSignInAt} />),
          },
        ]}
        empty={
          <EmptyState
            illustration={<UsersIllustration />}
            title={t('users.empty.title')}
            text={t('users.empty.text')}
            action={
              <div className={classes.actions}>
                {createButton}
                {importLink}
              </div>
            }
          />
        }
      />
      <Outlet />
    </>
  );
}
