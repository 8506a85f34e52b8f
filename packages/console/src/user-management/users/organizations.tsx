// Organizations of a user, with their roles there.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { CopyId } from '../../kit/copy-id.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { TagList } from '../../kit/tag-list.tsx';
import { OrganizationsIllustration } from '../organizations/illustration.tsx';
import { OrganizationName } from '../organizations/organization-name.tsx';
import { AddToOrganizations } from './add-to-organizations.tsx';
import { aboutUsers, userOrganizationsQuery, userQuery } from './query.ts';
import { useUserTitle } from './user-name.tsx';

const route = getRouteApi('/signed-in/layout/users/$id/organizations');

const nameless = {
  ...{ name: null, username: null, primaryEmail: null, primaryPhone: null },
  ...{ avatar: null, isSuspended: false },
};

function useRemoval(userId: string, user: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  return useConfirmedAction<{ id: string; name: string }>({
    question: ({ name }) => ({
      title: t('users.organizations.remove_title', { name: user, organization: name }),
      text: t('users.organizations.remove_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    }),
    act: ({ id }) =>
      api.management.del('/organizations/:organizationId/users/:userId', { params: { organizationId: id, userId } }),
    doneText: ({ name }) => t('users.organizations.removed_toast', { organization: name }),
    onDone: () => void queryClient.invalidateQueries({ predicate: aboutUsers }),
  });
}

export function UserOrganizations() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...userOrganizationsQuery(api, id, search), placeholderData: keepPreviousData });
  const { data: user } = useQuery(userQuery(api, id));
  const [adding, setAdding] = useState(false);
  const name = useUserTitle()(user ?? nameless);
  const removal = useRemoval(id, name);
  const addButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      {t('users.organizations.add')}
    </Button>
  );
  return (
    <>
      <ListSection
        title={t('users.organizations.title')}
        searchLabel={t('users.organizations.search')}
        actions={addButton}
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
          {
            key: 'actions',
            title: t('general.actions'),
            cell: ({ id: organizationId, name: organization }) => (
              <RemoveButton
                name={organization}
                onClick={() => removal.ask({ id: organizationId, name: organization })}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<OrganizationsIllustration />}
            title={t('users.organizations.empty_title')}
            text={t('users.organizations.empty_text')}
            action={addButton}
          />
        }
      />
      {adding && <AddToOrganizations user={{ id, name }} onClose={() => setAdding(false)} />}
    </>
  );
}
