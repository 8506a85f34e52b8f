// The roles of a user: what they may do.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListSection } from '../kit/list-section.tsx';
import { RemoveButton } from '../kit/remove-button.tsx';
import { RolesIllustration } from '../roles/illustration.tsx';
import { useRoleRemoval } from '../roles/removal.ts';
import { RoleName } from '../roles/role-name.tsx';
import { AssignUserRoles } from './assign-roles.tsx';
import { userQuery, userRolesQuery } from './query.ts';
import { useUserTitle } from './user-name.tsx';

const route = getRouteApi('/signed-in/layout/users/$id/roles');

export function UserRoles() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: user } = useQuery(userQuery(api, id));
  const query = useQuery({ ...userRolesQuery(api, id, search), placeholderData: keepPreviousData });
  const titleOf = useUserTitle();
  const [assigning, setAssigning] = useState(false);
  const remove = useRoleRemoval((roleId) =>
    api.management.del('/users/:userId/roles/:roleId', { params: { userId: id, roleId } }),
  );
  if (!user) return null;
  const holder = titleOf(user);
  const assignButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setAssigning(true)}>
      {t('users.roles.assign')}
    </Button>
  );
  return (
    <>
      <ListSection
        title={t('users.roles.title')}
        searchLabel={t('roles.search')}
        actions={assignButton}
        search={search}
        query={query}
        rowKey={(role) => role.id}
        columns={[
          { key: 'name', title: t('roles.name'), width: '36%', cell: (role) => <RoleName role={role} /> },
          {
            key: 'description',
            title: t('roles.description'),
            width: '52%',
            cell: ({ description }) => <span dir="auto">{description}</span>,
          },
          {
            key: 'actions',
            title: t('general.actions'),
            width: '12%',
            cell: (role) => (
              <RemoveButton name={role.name} onClick={() => void remove({ role: role.name, holder, id: role.id })} />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<RolesIllustration />}
            title={t('users.roles.empty_title')}
            text={t('users.roles.empty_text')}
            action={assignButton}
          />
        }
      />
      {assigning && <AssignUserRoles user={{ id, name: holder }} onClose={() => setAssigning(false)} />}
    </>
  );
}
