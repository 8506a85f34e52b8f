// List of roles.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import { Tag } from '../../kit/tag.tsx';
import { HoldersCell } from './holders-cell.tsx';
import { RolesIllustration } from './illustration.tsx';
import { rolesQuery } from './query.ts';
import { RoleName } from './role-name.tsx';

const route = getRouteApi('/signed-in/layout/roles');

export function RoleList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...rolesQuery(api, search), placeholderData: keepPreviousData });
  const createLink = <CreateLink to="/roles/create">{t('roles.create_button')}</CreateLink>;
  return (
    <>
      <ListPage
        title={t('roles.title')}
        subtitle={t('roles.subtitle')}
        searchLabel={t('roles.search')}
        search={search}
        query={query}
        actions={createLink}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: t('roles.name'), width: '28%', cell: (role) => <RoleName role={role} /> },
          {
            key: 'type',
            title: t('roles.type'),
            width: '22%',
            cell: ({ type }) => <Tag>{t(`roles.types.${type}`)}</Tag>,
          },
          {
            key: 'description',
            title: t('roles.description'),
            width: '28%',
            cell: ({ description }) => <span dir="auto">{description}</span>,
          },
          { key: 'holders', title: t('roles.holders'), width: '22%', cell: (role) => <HoldersCell role={role} /> },
        ]}
        empty={
          <EmptyState
            illustration={<RolesIllustration />}
            title={t('roles.empty.title')}
            text={t('roles.empty.text')}
            action={createLink}
          />
        }
      />
      <Outlet />
    </>
  );
}
