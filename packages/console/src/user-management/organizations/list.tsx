// List of organizations.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import { FeaturedMembers } from './featured-members.tsx';
import { OrganizationsIllustration } from './illustration.tsx';
import { OrganizationName } from './organization-name.tsx';
import { organizationsQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations');

export function OrganizationList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...organizationsQuery(api, search), placeholderData: keepPreviousData });
  const createLink = <CreateLink to="/organizations/create">{t('organizations.create_button')}</CreateLink>;
  return (
    <>
      <ListPage
        title={t('organizations.title')}
        subtitle={t('organizations.subtitle')}
        searchLabel={t('organizations.search')}
        search={search}
        query={query}
        actions={createLink}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('organizations.name'),
            width: '40%',
            cell: ({ id, name }) => <OrganizationName id={id} name={name} />,
          },
          {
            key: 'id',
            title: t('organizations.id'),
            width: '30%',
            cell: ({ id, name }) => <CopyId value={id} label={t('organizations.id_of', { name })} />,
          },
          {
            key: 'members',
            title: t('organizations.members.title'),
            width: '30%',
            cell: ({ usersCount = 0, featuredUsers = [] }) => (
              <FeaturedMembers count={usersCount} users={featuredUsers} />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<OrganizationsIllustration />}
            title={t('organizations.empty.title')}
            text={t('organizations.empty.text')}
            action={createLink}
          />
        }
      />
      <Outlet />
    </>
  );
}
