// All applications of the tenant.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { CopyId } from '../kit/copy-id.tsx';
import { DateText } from '../kit/date-text.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { Tag } from '../kit/tag.tsx';
import { ApplicationName } from './application-name.tsx';
import { ApplicationsIllustration } from './illustration.tsx';
import { applicationsQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/applications');

export function ApplicationList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...applicationsQuery(api, search), placeholderData: keepPreviousData });

  return (
    <ListPage
      title={t('applications.title')}
      subtitle={t('applications.subtitle')}
      searchLabel={t('applications.search')}
      search={search}
      query={query}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('applications.name'),
          width: '30%',
          cell: ({ name, type }) => <ApplicationName name={name} type={type} />,
        },
        {
          key: 'type',
          title: t('applications.type'),
          width: '20%',
          cell: ({ type }) => <Tag>{t(`applications.types.${type}`)}</Tag>,
        },
        {
          key: 'id',
          title: t('applications.id'),
          width: '30%',
          cell: ({ id, name }) => <CopyId value={id} label={t('applications.id_of', { name })} />,
        },
        {
          key: 'created',
          title: t('applications.created'),
          width: '20%',
          cell: ({ createdAt }) => <DateText value={createdAt} />,
        },
      ]}
      empty={
        <EmptyState
          illustration={<ApplicationsIllustration />}
          title={t('applications.empty.title')}
          text={t('applications.empty.text')}
        />
      }
    />
  );
}
