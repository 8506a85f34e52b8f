// List of API resources.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import { ResourcesIllustration } from './illustration.tsx';
import { resourcesQuery } from './query.ts';
import { ResourceName } from './resource-name.tsx';

const route = getRouteApi('/signed-in/layout/api-resources');

export function ResourceList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...resourcesQuery(api, search), placeholderData: keepPreviousData });
  const createLink = <CreateLink to="/api-resources/create">{t('resources.create_button')}</CreateLink>;
  return (
    <>
      <ListPage
        title={t('resources.title')}
        subtitle={t('resources.subtitle')}
        // The list has no search, so ignore a keyword in the URL.
        search={search.page === undefined ? {} : { page: search.page }}
        query={query}
        actions={createLink}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('resources.name'),
            width: '45%',
            cell: (resource) => <ResourceName resource={resource} />,
          },
          {
            key: 'indicator',
            title: t('resources.indicator'),
            width: '55%',
            cell: ({ indicator, name }) => <CopyId value={indicator} label={t('resources.indicator_of', { name })} />,
          },
        ]}
        empty={
          <EmptyState
            illustration={<ResourcesIllustration />}
            title={t('resources.empty.title')}
            text={t('resources.empty.text')}
            action={createLink}
          />
        }
      />
      <Outlet />
    </>
  );
}
