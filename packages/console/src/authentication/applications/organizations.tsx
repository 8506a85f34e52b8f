// Organizations of a machine-to-machine application, and its roles there.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { TagList } from '../../kit/tag-list.tsx';
import { OrganizationsIllustration } from '../../user-management/organizations/illustration.tsx';
import { OrganizationName } from '../../user-management/organizations/organization-name.tsx';
import { organizationsOfQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/applications/$id/organizations');

export function ApplicationOrganizations() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...organizationsOfQuery(api, id, search), placeholderData: keepPreviousData });
  return (
    <ListSection
      title={t('applications.organizations.title')}
      searchLabel={t('applications.organizations.search')}
      search={search}
      query={query}
      rowKey={(organization) => organization.id}
      columns={[
        {
          key: 'name',
          title: t('applications.organizations.name'),
          width: '36%',
          cell: (organization) => (
            <OrganizationName id={organization.id} name={organization.name} tab="machine-to-machine" />
          ),
        },
        {
          key: 'id',
          title: t('applications.organizations.id'),
          width: '28%',
          cell: ({ id: organizationId, name }) => (
            <CopyId value={organizationId} label={t('applications.organizations.id_of', { name })} />
          ),
        },
        {
          key: 'roles',
          title: t('applications.organizations.roles'),
          width: '36%',
          cell: ({ organizationRoles }) => <TagList items={organizationRoles} />,
        },
      ]}
      empty={
        <EmptyState
          illustration={<OrganizationsIllustration />}
          title={t('applications.organizations.empty_title')}
          text={t('applications.organizations.empty_text')}
          action={
            <Button variant="default" renderRoot={(props) => <Link to="/organizations" {...props} />}>
              {t('sidebar.organizations')}
            </Button>
          }
        />
      }
    />
  );
}
