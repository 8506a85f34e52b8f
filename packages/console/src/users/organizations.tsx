// The organizations that a user is a member of, and their roles there.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { CopyId } from '../kit/copy-id.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListSection } from '../kit/list-section.tsx';
import { TagList } from '../kit/tag-list.tsx';
import { OrganizationsIllustration } from '../organizations/illustration.tsx';
import { OrganizationName } from '../organizations/organization-name.tsx';
import { userOrganizationsQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/users/$id/organizations');

export function UserOrganizations() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...userOrganizationsQuery(api, id, search), placeholderData: keepPreviousData });
  return (
    <ListSection
      title={t('users.organizations.title')}
      searchLabel={t('users.organizations.search')}
      search={search}
      query={query}
      rowKey={(organization) => organization.id}
      columns={[
        {
          key: 'name',
          title: t('users.organizations.name'),
          width: '36%',
          cell: (organization) => <OrganizationName id={organization.id} name={organization.name} tab="members" />,
        },
        {
          key: 'id',
          title: t('users.organizations.id'),
          width: '28%',
          cell: ({ id: organizationId, name }) => (
            <CopyId value={organizationId} label={t('users.organizations.id_of', { name })} />
          ),
        },
        {
          key: 'roles',
          title: t('users.organizations.roles'),
          width: '36%',
          cell: ({ organizationRoles }) => <TagList items={organizationRoles} />,
        },
      ]}
      empty={
        <EmptyState
          illustration={<OrganizationsIllustration />}
          title={t('users.organizations.empty_title')}
          text={t('users.organizations.empty_text')}
        />
      }
    />
  );
}
